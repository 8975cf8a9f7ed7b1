import { placesIn, wrap } from '../leftovers.ts';

/** Events of a visitor. A change in the same task is the visitor's own. */
const ACTIONS = ['pointerdown', 'mousedown', 'click', 'keydown', 'beforeinput', 'input', 'paste', 'submit', 'popstate'];
/** The code that may move the focus or scroll without an action of the visitor: dialogs, a removed element, a new page. */
const MOVERS = [
  'src/web/browser/retainFocus.ts',
  'src/web/browser/browserDevice.ts',
  'src/web/components/dialogBehaviour.ts',
  'src/web/components/LinkToCopy.tsx',
  'src/web/layout/Drawer.tsx',
  'src/web/layout/Toasts.tsx',
];

const overrides: string[] = [];
const typed = new WeakSet<EventTarget>();
const pressed = new Set<Element>();
const watched = new WeakSet<HTMLInputElement>();
let isWatched = false;
let actions = 0;

const observer = new MutationObserver((records) =>
  records.forEach(({ target, attributeName }) => check(target, attributeName)),
);

/**
 * Records every change of what a visitor opened, typed, focused or scrolled to that the visitor did not cause. While an element stays in
 * the document, a render, a response or a timer must not fold it, replace its text, take its focus or scroll it away.
 */
export function watchVisitorState(): void {
  isWatched = true;
  watchValue(HTMLInputElement.prototype);
  watchMove(HTMLElement.prototype, 'focus');
  watchMove(Element.prototype, 'scrollIntoView');
  for (const type of ACTIONS) window.addEventListener(type, noteAction, true);
  observer.observe(document.body, { attributeFilter: ['open', 'disabled'], subtree: true });
}

/** Stops watching; removes and returns a sentence for each change that the visitor did not cause. */
export function takeOverrides(): string[] {
  isWatched = false;
  observer.takeRecords().forEach(({ target, attributeName }) => check(target, attributeName));
  observer.disconnect();
  for (const type of ACTIONS) window.removeEventListener(type, noteAction, true);
  return [...new Set(overrides.splice(0))];
}

function noteAction({ type, target }: Event): void {
  actions += 1;
  const summary = target instanceof Element ? target.closest('summary') : null;
  if (type === 'click' && summary instanceof HTMLElement) pressed.add(summary);
  if (type === 'input' && target !== null) typed.add(target);
  setImmediate(() => {
    actions -= 1;
    if (actions === 0) pressed.clear();
  });
}

function check(target: Node, attribute: string | null): void {
  if (!(target instanceof Element) || !target.isConnected) return;
  const focused = document.activeElement;
  if (attribute === 'disabled' && target.contains(focused) && focused?.matches(':disabled') === true) {
    overrides.push(
      `“${textOf(focused)}” is disabled while it has the focus, which the browser then moves to the body: use aria-disabled`,
    );
  }
  if (attribute === 'open' && target instanceof HTMLDetailsElement && !isPressed(target)) {
    const change = target.open ? 'opened' : 'folded';
    overrides.push(
      `“${textOf(target.querySelector('summary'))}” is ${change} by a render: its attribute “open” must not change`,
    );
  }
}

function watchMove(owner: object, method: string): void {
  wrap(owner, method, (call) => {
    const [place] = isWatched && actions === 0 ? placesIn(new Error('trace').stack) : [];
    const isMover = place === undefined || MOVERS.some((mover) => place.startsWith(mover));
    if (!isMover) overrides.push(`${place} calls ${method}() without an action of the visitor`);
    return call();
  });
}

/** Whether the visitor has just pressed the summary of a disclosure. */
function isPressed(details: Element): boolean {
  return [...pressed].some((summary) => summary.parentElement === details);
}

function watchValue(prototype: HTMLInputElement): void {
  const original = Object.getOwnPropertyDescriptor(prototype, 'value');
  if (watched.has(prototype) || original === undefined) return;
  watched.add(prototype);
  Object.defineProperty(prototype, 'value', {
    ...original,
    set(this: HTMLInputElement, text: string) {
      const before: unknown = original.get?.call(this);
      const isOverride = isWatched && actions === 0 && this.isConnected && typed.has(this) && before !== text;
      if (isOverride) {
        overrides.push(`The text “${String(before)}”, typed into “${textOf(this)}”, is replaced by “${text}”`);
      }
      original.set?.call(this, text);
    },
  });
}

function textOf(element: Element | null): string {
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
  return element?.ariaLabel ?? label ?? element?.textContent ?? '';
}
