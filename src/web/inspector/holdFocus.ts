/** Takes the focus back to a part of the page when neither a key nor the mouse has moved it: a dialog that opens takes it. */
export function holdFocus(part: HTMLElement): void {
  const { defaultView: window } = part.ownerDocument;
  const isWithin = (target: EventTarget | null) => target instanceof Node && part.contains(target);
  let isMoved = false;
  const watch = <Type extends 'keydown' | 'keyup' | 'mousedown' | 'mouseup'>(
    type: Type,
    moves: (event: WindowEventMap[Type]) => boolean,
  ) => window?.addEventListener(type, (event) => (isMoved = moves(event)), true);

  watch('keydown', ({ key }) => key === 'Tab' || key === 'F6');
  watch('mousedown', ({ target }) => !isWithin(target));
  watch('keyup', () => false);
  watch('mouseup', () => false);
  part.addEventListener('focusout', ({ target, relatedTarget }) => {
    const isTaken = relatedTarget !== null && !isWithin(relatedTarget) && !isMoved;
    if (isTaken && target instanceof HTMLElement) target.focus();
  });
}
