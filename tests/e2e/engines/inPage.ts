import type * as TestingLibrary from '@testing-library/dom';

declare global {
  var TestingLibraryDom: typeof TestingLibrary;
  var problems: string[];
}

// Functions of this file run in the page, sent there as text: they name nothing from outside but these globals.

/** A field by its label, anything else by its role and name, as assistive technology finds it. */
export type Target = { readonly label: string } | RoleTarget;

export interface RoleTarget {
  readonly role: string;
  readonly name?: string;
  readonly description?: string;
  readonly checked?: boolean;
}

/** Forgets earlier visitors, and keeps this one's session where there is one. */
export function startAnew({ key, token }: { readonly key: string; readonly token: string | undefined }): void {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // A browser that refuses storage remembers nobody.
  }
  if (token !== undefined) localStorage.setItem(key, token);
}

/** Collects what goes wrong in the page from now on, and has what is missing said in one line. */
export function watchPage(): void {
  globalThis.problems = [];
  addEventListener('error', ({ message }) => problems.push(message));
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
  TestingLibraryDom.configure({ getElementError: (message) => new Error(message?.split('\n')[0]) });
}

/** Where in the window the middle of the first such target is, once it stands still with nothing above it. */
export async function findMiddle({ target, timeout }: { readonly target: Target; readonly timeout: number }) {
  const { screen, waitFor } = TestingLibraryDom;
  return waitFor(
    async () => {
      const [element] =
        'label' in target ? screen.getAllByLabelText(target.label) : screen.getAllByRole(target.role, target);
      if (element === undefined) throw new Error('None was found, which throws by itself');
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const before = element.getBoundingClientRect();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const { left, top, width, height } = element.getBoundingClientRect();
      if (left !== before.left || top !== before.top) throw new Error(`It does not stand still: ${element.outerHTML}`);
      const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
      const hit = document.elementFromPoint(x, y);
      if (!element.contains(hit)) throw new Error(`Another lies above ${element.outerHTML}: ${hit?.outerHTML}`);
      return { x, y };
    },
    { timeout },
  );
}

/** Whether the page shows this text. */
export function isSaid(text: string): boolean {
  return document.body.innerText.includes(text);
}

/** Whether the address has this path. */
export function isOpen(path: string): boolean {
  return location.pathname === path;
}

/** Whether the page has such an element. */
export function isFound(target: RoleTarget): boolean {
  return TestingLibraryDom.screen.queryAllByRole(target.role, target).length > 0;
}

/** Whether the keyboard acts on such an element. */
export function isFocused(target: RoleTarget): boolean {
  return TestingLibraryDom.screen.queryAllByRole(target.role, target).some((each) => each === document.activeElement);
}

/** Whether the radio chip that has the focus is drawn with a ring. */
export function isChipRinged(): boolean {
  const chip = document.activeElement?.closest('label');
  return chip !== null && chip !== undefined && getComputedStyle(chip).outlineStyle === 'solid';
}

/** The posters that came over the network, each as often as it came. */
export function postersFetched(): string[] {
  return performance
    .getEntriesByType('resource')
    .filter((entry) => entry.name.includes('/posters/') && entry.toJSON().transferSize > 0)
    .map(({ name }) => name);
}
