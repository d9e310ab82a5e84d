/** Whether teammates' hands are shown as they see them themselves: face down, with what they know. */

class Empathy {
  on = $state(false);

  toggle(): void {
    this.on = !this.on;
  }
}

export const empathy = new Empathy();
