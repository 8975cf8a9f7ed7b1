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

/** The text of the recording that this tab keeps. Throws an error that says what to do when there is none. */
export function keptRecording(window: Window): string {
  const text = window.sessionStorage.getItem(KEY);
  if (text === null) throw new Error('This tab keeps no recording: choose its file, or drop it on the panel.');
  return text;
}

/** Goes back to the product itself, from a replay or a drawn state. */
export function backToProduct(window: Window): void {
  window.location.assign('/?inspect');
}
