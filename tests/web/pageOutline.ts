import { getRoles } from '@testing-library/react';

const MAXIMUM_LINES = 40;
const MAXIMUM_CHARACTERS = 80;
/** Roles that say nothing about a page. */
const DULL = new Set(['generic', 'presentation', 'none', 'rowgroup', 'cell', 'gridcell', 'strong', 'emphasis', 'time']);
const STATES = ['aria-disabled', 'aria-busy', 'aria-pressed', 'aria-checked', 'aria-expanded', 'aria-invalid'];

/** The accessibility tree of the topmost dialog, or of the page's content: one line for each role, with name or text and states. */
export function pageOutline(): string[] {
  const [place] = [
    ...[...document.querySelectorAll<HTMLElement>('[role="dialog"]')].toReversed(),
    document.querySelector('main') ?? document.body,
  ];
  if (place === undefined) return [];
  const roles = new Map<Element, string>();
  for (const [role, elements] of Object.entries(getRoles(place))) {
    if (!DULL.has(role)) for (const element of elements) roles.set(element, role);
  }
  const lines = [place, ...place.querySelectorAll('*')].flatMap((element) => {
    const role = roles.get(element);
    if (role === undefined) return [];
    const isLeaf = [...element.querySelectorAll('*')].every((inner) => !roles.has(inner));
    return `${'  '.repeat(depthOf(element, roles))}${[role, ...wordsOf(element, isLeaf)].join(' ')}`;
  });
  const left = lines.length - MAXIMUM_LINES;
  return left > 0 ? [...lines.slice(0, MAXIMUM_LINES), `… and ${left} more`] : lines;
}

function depthOf(element: Element, roles: ReadonlyMap<Element, string>): number {
  let depth = 0;
  for (let { parentElement } = element; parentElement !== null; { parentElement } = parentElement) {
    if (roles.has(parentElement)) depth += 1;
  }
  return depth;
}

function wordsOf(element: Element, isLeaf: boolean): string[] {
  const name =
    element.ariaLabel ?? textOf(element, 'aria-labelledby') ?? labelOf(element) ?? element.getAttribute('alt');
  const text = name ?? (isLeaf ? element.textContent : '');
  const states = STATES.filter((state) => element.hasAttribute(state)).map(
    (state) => `${state.replace('aria-', '')}=${element.getAttribute(state)}`,
  );
  return [
    ...(text.trim() === '' ? [] : [`“${text.trim().slice(0, MAXIMUM_CHARACTERS)}”`]),
    ...(element instanceof HTMLInputElement
      ? [
          element.type === 'checkbox' || element.type === 'radio'
            ? `checked=${element.checked}`
            : `value=“${element.value}”`,
        ]
      : []),
    ...(element.matches(':disabled') ? ['disabled'] : []),
    ...(element === document.activeElement ? ['focused'] : []),
    ...states,
  ];
}

/** The text of the elements that an attribute names by their ids. */
function textOf(element: Element, attribute: string): string | undefined {
  const ids = element.getAttribute(attribute)?.split(' ');
  return ids?.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

function labelOf(element: Element): string | undefined {
  return element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
}
