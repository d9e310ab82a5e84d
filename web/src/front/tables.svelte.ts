/** The tables on the front page, as fresh as the page is looked at. */

import { me, openTables } from '../lib/api';
import { poll } from '../lib/poll';
import type { ListedTable, MyTable } from '../lib/wire';

const EVERY = 5000; // milliseconds

export class FrontTables {
  yours = $state.raw<readonly MyTable[]>([]);
  open = $state.raw<readonly ListedTable[]>([]);
  watch = $state.raw<readonly ListedTable[]>([]);
  /** `loading` until the first answer. */
  state = $state<'loading' | 'here' | 'failed'>('loading');

  /** Look again and again; ends when the returned function is called. */
  follow(): () => void {
    return poll(() => void this.look(), EVERY);
  }

  async look(): Promise<void> {
    try {
      const [mine, listed] = await Promise.all([me(), openTables()]);
      this.yours = [...mine.tables].sort((one, other) => Number(other.turn) - Number(one.turn));
      this.open = listed.open;
      this.watch = listed.watch;
      this.state = 'here';
    } catch {
      this.state = 'failed';
    }
  }
}
