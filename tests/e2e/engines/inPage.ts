import type * as TestingLibrary from '@testing-library/dom';

declare global {
  var TestingLibraryDom: typeof TestingLibrary;
  var problems: string[];
}

// The functions of this file are sent to the page as text: they can refer only to the globals above.

/** A field by its label, or another element by its role and name. */
export type Target = { readonly label: string } | RoleTarget;

export interface RoleTarget {
  readonly role: string;
  readonly name?: string;
  readonly description?: string;
  readonly checked?: boolean;
}

/** Clears the storage of earlier tests and stores the session token, if there is one. */
export function resetStorage({ key, token }: { readonly key: string; readonly token: string | undefined }): void {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // A browser that blocks storage has nothing to clear.
  }
  if (token !== undefined) localStorage.setItem(key, token);
}

/** Starts to collect the errors of the page, and shortens the errors of Testing Library to one line. */
export function watchPage(): void {
  globalThis.problems = [];
  addEventListener('error', ({ message }) => problems.push(message));
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
  TestingLibraryDom.configure({ getElementError: (message) => new Error(message?.split('\n')[0]) });
}

/** The centre of the first matching element, in window coordinates, once it no longer moves and nothing covers it. */
export async function findMiddle({ target, timeout }: { readonly target: Target; readonly timeout: number }) {
  const { screen, waitFor } = TestingLibraryDom;
  return waitFor(
    async () => {
      const [element] =
        'label' in target ? screen.getAllByLabelText(target.label) : screen.getAllByRole(target.role, target);
      if (element === undefined) throw new Error('Unreachable: the query throws when it finds nothing');
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const before = element.getBoundingClientRect();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const { left, top, width, height } = element.getBoundingClientRect();
      if (left !== before.left || top !== before.top) throw new Error(`The element is moving: ${element.outerHTML}`);
      const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
      const hit = document.elementFromPoint(x, y);
      if (!element.contains(hit)) throw new Error(`The element ${element.outerHTML} is covered by ${hit?.outerHTML}`);
      return { x, y };
    },
    { timeout },
  );
}

/** Whether the page shows this text. */
export function isShown(text: string): boolean {
  return document.body.innerText.includes(text);
}

/** Whether the address has this path. */
export function isOpen(path: string): boolean {
  return location.pathname === path;
}

/** Whether the page has an element with this role and name. */
export function isFound(target: RoleTarget): boolean {
  return TestingLibraryDom.screen.queryAllByRole(target.role, target).length > 0;
}

/** Whether an element with this role and name has the focus. */
export function isFocused(target: RoleTarget): boolean {
  return TestingLibraryDom.screen.queryAllByRole(target.role, target).some((each) => each === document.activeElement);
}

/** Whether the focused radio chip shows a focus ring. */
export function isChipRinged(): boolean {
  const chip = document.activeElement?.closest('label');
  return chip !== null && chip !== undefined && getComputedStyle(chip).outlineStyle === 'solid';
}

/** The URL of every poster loaded over the network, with repetitions. */
export function postersFetched(): string[] {
  return performance
    .getEntriesByType('resource')
    .filter((entry) => entry.name.includes('/posters/') && entry.toJSON().transferSize > 0)
    .map(({ name }) => name);
}

/** Marks the saved document of About. Returns whether the service worker has saved it. */
export async function markSavedAbout(): Promise<boolean> {
  await navigator.serviceWorker.ready;
  const documents = await caches.open('documents');
  const saved = await documents.match('/about', { ignoreVary: true });
  if (saved === undefined) return false;
  const html = (await saved.text()).replace('<body>', '<body data-mark="">');
  await documents.put('/about', new Response(html, { headers: saved.headers }));
  return true;
}

/** Whether the page comes from the marked document. */
export function isMarked(): boolean {
  return 'mark' in document.body.dataset;
}
