/** From a replay back to the table where the game was played, as long as the tab stays open. */

export type LeftTable = { table: string; host: boolean };

/** In the address of a table: its host wants the next game at once. */
export const AGAIN = '#again';

const key = (game: string): string => `tamaya.table.${game}`;

export function rememberTable(game: string, left: LeftTable): void {
  try {
    sessionStorage.setItem(key(game), JSON.stringify(left));
  } catch {
    // a browser that keeps nothing: the way back is its button "back"
  }
}

export function leftTable(game: string): LeftTable | null {
  try {
    return JSON.parse(sessionStorage.getItem(key(game)) ?? 'null') as LeftTable | null;
  } catch {
    return null;
  }
}
