/** What the visitor likes, kept in this browser. */

export type Theme = 'system' | 'dark' | 'light';
export const THEMES: readonly Theme[] = ['system', 'dark', 'light'];

/** Milliseconds between the moves of others. */
export const PACES = { quick: 500, easy: 1300, slow: 2600 } as const;

type Likes = {
  sound: boolean;
  vibration: boolean;
  notifications: boolean;
  singleKeys: boolean;
  counting: boolean;
  pace: number;
  theme: Theme;
};
export type Switch = { [Name in keyof Likes]: Likes[Name] extends boolean ? Name : never }[keyof Likes];

const DEFAULTS: Likes = {
  sound: true,
  vibration: true,
  notifications: false,
  singleKeys: true,
  counting: false,
  pace: PACES.easy,
  theme: 'system',
};

export class Preferences {
  #likes = $state<Likes>(remembered());

  get<Name extends keyof Likes>(name: Name): Likes[Name] {
    return this.#likes[name];
  }

  set<Name extends keyof Likes>(name: Name, value: Likes[Name]): void {
    this.#likes[name] = value;
    try {
      localStorage.setItem(`tamaya.${name}`, String(value));
    } catch {
      // a browser that keeps nothing: it holds until the page is closed
    }
  }
}

export const preferences = new Preferences();

function remembered(): Likes {
  const flag = (name: Switch): boolean => {
    const text = read(name);
    return text === 'true' || text === 'false' ? text === 'true' : DEFAULTS[name];
  };
  const pace = Number(read('pace') ?? NaN);
  return {
    sound: flag('sound'),
    vibration: flag('vibration'),
    notifications: flag('notifications'),
    singleKeys: flag('singleKeys'),
    counting: flag('counting'),
    pace: Number.isFinite(pace) && pace >= 0 ? pace : DEFAULTS.pace,
    theme: THEMES.find((theme) => theme === read('theme')) ?? DEFAULTS.theme,
  };
}

function read(name: keyof Likes): string | null {
  try {
    return localStorage.getItem(`tamaya.${name}`);
  } catch {
    return null;
  }
}

/** The page in the theme that is liked; `system` leaves it to the device. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[data-sky]')) {
    const { sky } = bar.dataset;
    bar.media = theme === 'system' ? `(prefers-color-scheme: ${sky})` : theme === sky ? 'all' : 'not all';
  }
}
