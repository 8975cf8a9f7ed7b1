import { fireEvent } from '@testing-library/react';
import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { machineScope } from '../fixtures/machineScope.ts';

const CONTROLS = 'button, input, summary, [role="menuitem"]:not(a)';

/** An event that a press sent, and the actor that got it. */
export type Sent = readonly [actor: AnyActorRef, event: AnyEventObject];

/**
 * Presses every control that the user can reach in the rendered page, and types into every field. Returns a sentence for each control
 * that looks usable although the machines ignore what it sends, and for each one that looks unusable although a machine would accept it.
 * @param takeSent removes and returns the events that were sent since the last call
 */
export function pressControls(takeSent: () => readonly Sent[]): string[] {
  const seen = new Set<string>();
  takeSent();
  return [...document.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((control) => {
    if (control.closest('[aria-hidden="true"], [hidden], noscript') !== null || isRepeated(control, seen)) return [];
    press(control);
    const fault = faultOf(control, takeSent());
    return fault === undefined ? [] : `${control.localName} “${nameOf(control)}” ${fault}`;
  });
}

function faultOf(control: HTMLElement, sent: readonly Sent[]): string | undefined {
  const accepted = sent.filter(accepts);
  if (control.matches(':disabled') || control.ariaDisabled === 'true') {
    return accepted.length > 0 ? `looks unusable, but the machine would accept ${textOf(accepted)}` : undefined;
  }
  if (sent.length === 0) return control instanceof HTMLButtonElement ? 'looks usable, but sends nothing' : undefined;
  // A press on the chosen one of several options changes nothing.
  const isChosen = control.ariaPressed === 'true' || control.matches(':checked');
  return accepted.length === 0 && !isChosen ? `looks usable, but the machine ignores ${textOf(sent)}` : undefined;
}

function textOf(events: readonly Sent[]): string {
  return events.map(([actor, { type }]) => `${type} to ${snapshotOf(actor).machine.id}`).join(', ');
}

/** Whether the event has an effect: a transition whose guard holds. If that only passes the event on, a receiver must accept it. */
function accepts([actor, event]: Sent): boolean {
  const snapshot = snapshotOf(actor);
  if (!snapshot.can(event)) return false;
  const passedOn: Sent[] = [];
  const scope = machineScope(snapshot.machine, undefined, ({ params }) => {
    if (isSending(params)) passedOn.push([params.to, params.event]);
  });
  const { context, value }: AnyMachineSnapshot = snapshot.machine.transition(snapshot, event, scope);
  const isUnchanged = context === snapshot.context && JSON.stringify(value) === JSON.stringify(snapshot.value);
  const children = Object.values<AnyActorRef | undefined>(snapshot.children);
  const toChildren = passedOn.filter(([receiver]) => children.includes(receiver));
  return !isUnchanged || toChildren.length === 0 || toChildren.some(accepts);
}

function isSending(params: unknown): params is { readonly to: AnyActorRef; readonly event: AnyEventObject } {
  return typeof params === 'object' && params !== null && 'to' in params && 'event' in params;
}

function snapshotOf(actor: AnyActorRef): AnyMachineSnapshot {
  return actor.getSnapshot();
}

/** Whether a seat with the same look was pressed before: a hall has eighty. */
function isRepeated(control: HTMLElement, seen: Set<string>): boolean {
  if (!control.matches('[data-seat], details input')) return false;
  const look = [control.className, control.ariaDisabled, control.ariaPressed, control.matches(':checked')].join();
  const isSeen = seen.has(look);
  seen.add(look);
  return isSeen;
}

function press(control: HTMLElement): void {
  if (control.matches(':disabled')) return callHandler(control);
  const isText = control instanceof HTMLInputElement && !['checkbox', 'radio'].includes(control.type);
  if (!isText) fireEvent.click(control);
  else if (!control.readOnly) fireEvent.input(control, { target: { value: control.type === 'number' ? '7' : 'x' } });
}

/** Calls the click handler of a disabled control, which React would not call. */
function callHandler(control: HTMLElement): void {
  const key = Object.keys(control).find((name) => name.startsWith('__reactProps'));
  const props: unknown = key === undefined ? undefined : Reflect.get(control, key);
  const handler: unknown = typeof props === 'object' && props !== null ? Reflect.get(props, 'onClick') : undefined;
  const event = { preventDefault: () => undefined, target: control, currentTarget: control };
  if (typeof handler === 'function') Reflect.apply(handler, undefined, [event]);
  else if (control instanceof HTMLButtonElement && control.type === 'submit' && control.form !== null)
    fireEvent.submit(control.form);
}

function nameOf(control: HTMLElement): string {
  const label = control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : undefined;
  return control.ariaLabel ?? label ?? control.textContent;
}
