import { memo, type KeyboardEvent } from 'react';
import type { InspectedStep } from '#machines/inspectorMachine.ts';
import * as css from './EventLog.css.ts';
import { note } from './InspectorPanel.css.ts';
import { eventLabel } from './nextTransitions.ts';
import { secondsText } from './secondsText.ts';

interface EventLogProps {
  readonly steps: readonly InspectedStep[];
  readonly lookedAt: InspectedStep | undefined;
  readonly onLook: (step: InspectedStep) => void;
}

const PAGE = 10;

/** The steps, newest first; one is looked at by click or arrow key. */
export function EventLog({ steps, lookedAt, onLook }: EventLogProps) {
  const place = steps.findIndex(({ id }) => id === lookedAt?.id);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const next = nextPlace(event.key, place, steps.length - 1);
    const step = next === undefined ? undefined : steps[next];
    if (next === undefined || step === undefined) return;
    event.preventDefault();
    onLook(step);
    event.currentTarget.children.item(next)?.scrollIntoView({ block: 'nearest' });
  }

  if (steps.length === 0) return <p className={note}>No event yet.</p>;
  return (
    <div
      role="listbox"
      tabIndex={0}
      aria-label="Event log"
      aria-activedescendant={place === -1 ? undefined : optionId(lookedAt)}
      className={css.log}
      onKeyDown={onKeyDown}
    >
      {steps.map((step) => (
        <Option key={step.id} step={step} isLookedAt={step.id === lookedAt?.id} onLook={onLook} />
      ))}
    </div>
  );
}

interface OptionProps {
  readonly step: InspectedStep;
  readonly isLookedAt: boolean;
  readonly onLook: (step: InspectedStep) => void;
}

const Option = memo(function Option({ step, isLookedAt, onLook }: OptionProps) {
  return (
    // The listbox takes the keys. The press itself chooses: the focus it takes may add a step that moves this one away.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="option"
      id={optionId(step)}
      aria-selected={isLookedAt}
      className={css.step}
      onMouseDown={() => onLook(step)}
      onClick={() => onLook(step)}
    >
      <span className={css.time}>{secondsText(step.at)}</span>{' '}
      <span className={css.way}>
        {step.from === '' || step.from === step.to ? '' : `${step.from} → `}
        {step.to}
      </span>{' '}
      <span>{eventLabel(step.event.type)}</span>{' '}
      <span className={css.outcome[step.outcome]}>{step.outcome === 'moved' ? step.actor.state : step.outcome}</span>
    </div>
  );
});

function optionId(step: InspectedStep | undefined): string | undefined {
  return step && `inspected-step-${step.id}`;
}

function nextPlace(key: string, place: number, last: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(place + 1, last);
  if (key === 'ArrowUp') return Math.max(place - 1, 0);
  if (key === 'PageDown') return Math.min(place + PAGE, last);
  if (key === 'PageUp') return Math.max(place - PAGE, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}
