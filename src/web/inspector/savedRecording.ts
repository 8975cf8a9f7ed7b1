const KEY = 'nobar-now.recording';
const REPLAY = '/?inspect=replay';

/** Whether an address asks for a replay. */
export function asksForReplay({ search }: Location): boolean {
  return new URLSearchParams(search).get('inspect') === 'replay';
}

/** Goes to the replay of a recording, given as its file's text; the tab keeps it until it is closed. */
export function goToReplay(window: Window, text: string): void {
  window.sessionStorage.setItem(KEY, text);
  window.location.assign(REPLAY);
}

/** The text of the recording that this tab keeps. */
export function keptRecording(window: Window): string | undefined {
  return window.sessionStorage.getItem(KEY) ?? undefined;
}

/** Goes back to the product itself, from a replay or a drawn state. */
export function backToProduct(window: Window): void {
  window.location.assign('/?inspect');
}
