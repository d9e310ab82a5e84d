/** Addresses. */

/** Whether an address works on this computer alone. */
export const isOnlyHere = (url: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
