import { useSelector } from '@xstate/react';
import { Suspense, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import { Statechart } from '../statechart/Statechart.tsx';
import { ActorList } from './ActorList.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { EventLog } from './EventLog.tsx';
import type { inspectorMachine } from './inspectorMachine.ts';
import {
  inspectorMessages,
  selectAnnouncement,
  selectChosen,
  selectFoundActors,
  selectPrevious,
  selectSteps,
  stepsText,
} from './inspectorSelectors.ts';
import { PossibleEvents } from './PossibleEvents.tsx';
import { RecordingPart } from './RecordingPart.tsx';
import { ReplayControls } from './ReplayControls.tsx';
import { secondsText } from '../replay/recordedClock.ts';
import { StatePath } from './StatePath.tsx';
import { StepChanges } from './StepChanges.tsx';
import type { InspectedActor } from './stepLog.ts';

interface InspectorPanelProps {
  readonly inspector: ActorRefFrom<typeof inspectorMachine>;
  readonly button?: PanelButton | undefined;
}

export interface PanelButton {
  readonly label: string;
  readonly press: () => void;
}

/** Shows the machines of the running app, or those of a replayed recording. */
export function InspectorPanel({ inspector, button }: InspectorPanelProps) {
  const { send } = inspector;
  const snapshot = useSelector(inspector, (current) => current);
  const { lookedAt, chosenId, chartSize, search, heldCount } = snapshot.context;
  const blockedId = useId();
  const chosen = selectChosen(snapshot);
  const isReplay = snapshot.matches({ time: 'replay' });
  const isHeld = snapshot.matches({ flow: 'held' });
  const isInWindow = snapshot.matches({ panel: 'window' });
  const isListingChosen = snapshot.matches({ log: 'chosen' });

  if (snapshot.matches({ panel: 'minimised' })) {
    return (
      <section className="inspector-tab" aria-label="Inspector">
        <button type="button" data-home aria-expanded={false} onClick={() => send({ type: 'panel.open' })}>
          Inspector
        </button>
      </section>
    );
  }

  return (
    <section className="inspector-panel" aria-label="Inspector">
      {isInWindow && <h1 className="inspector-announcement">Machines of the page</h1>}
      <header className="inspector-row">
        <h2 data-home tabIndex={-1} aria-keyshortcuts={isInWindow ? undefined : 'F6'}>
          Inspector
        </h2>
        <p className="inspector-badge">
          {isReplay ? 'Replay' : lookedAt ? `At ${secondsText(lookedAt.at)}` : isHeld ? 'Paused' : 'Live'}
        </p>
        {snapshot.matches({ time: 'past' }) && (
          <button type="button" onClick={() => send({ type: 'time.return' })}>
            Back to now
          </button>
        )}
        {isInWindow ? (
          <button type="button" className="inspector-end" onClick={() => send({ type: 'window.close' })}>
            Back to the page
          </button>
        ) : (
          <>
            <button
              type="button"
              className="inspector-end"
              aria-describedby={blockedId}
              onClick={() => send({ type: 'window.open' })}
            >
              Open in a window
            </button>
            <button type="button" aria-expanded onClick={() => send({ type: 'panel.minimise' })}>
              Minimise
            </button>
            <span id={blockedId} className="inspector-note">
              {snapshot.matches({ panel: { open: 'blocked' } }) && inspectorMessages.blocked}
            </span>
          </>
        )}
      </header>
      <p role="status" className="inspector-announcement">
        {selectAnnouncement(snapshot)}
      </p>
      <div className="inspector-body">
        {isReplay && <ReplayControls snapshot={snapshot} send={send} />}
        <input
          type="search"
          aria-label="Find actors and events"
          placeholder="Find actors and events"
          value={search}
          onChange={({ currentTarget: { value } }) => send({ type: 'search.change', search: value })}
        />
        <ActorList
          actors={selectFoundActors(snapshot)}
          chosenId={chosenId}
          onChoose={(actorId) => send({ type: 'actor.choose', actorId })}
          onHideCrashes={() => send({ type: 'crashes.hide' })}
        />
        {chosen === undefined ? (
          <p className="inspector-note">
            {chosenId !== undefined &&
              'The chosen actor does not run now. Choose another, or a step of it in the event log.'}
          </p>
        ) : (
          <ChosenActor actor={chosen} chartSize={chartSize} onResize={(size) => send({ type: 'chart.resize', size })} />
        )}
        <section aria-label="Events">
          <div className="inspector-row">
            <h3>Events</h3>
            <button
              type="button"
              aria-pressed={isListingChosen}
              onClick={() => send({ type: isListingChosen ? 'log.showAll' : 'log.showChosen' })}
            >
              Only the chosen actor
            </button>
            {!isReplay && (
              <button type="button" onClick={() => send({ type: isHeld ? 'log.resume' : 'log.pause' })}>
                {isHeld ? 'Resume' : 'Pause'}
              </button>
            )}
            {isHeld && !isReplay && <span className="inspector-note">{`${stepsText(heldCount)} since the pause`}</span>}
          </div>
          <EventLog
            steps={selectSteps(snapshot)}
            lookedAt={lookedAt}
            onLook={(step) => send({ type: 'step.look', step })}
          />
          {lookedAt !== undefined && (
            <>
              <StepChanges step={lookedAt} previous={selectPrevious(snapshot)} />
              <Data name={`Event ${lookedAt.event.type}`} value={lookedAt.event.data} />
            </>
          )}
        </section>
        {chosen !== undefined && (
          <section aria-label={`Details of ${chosen.name}`}>
            <PossibleEvents actor={chosen} snapshot={snapshot} send={send} />
            <Data name={`Data of ${chosen.name}`} value={chosen.data} />
          </section>
        )}
        <RecordingPart snapshot={snapshot} send={send} />
        {button !== undefined && (
          <button type="button" onClick={button.press}>
            {button.label}
          </button>
        )}
      </div>
    </section>
  );
}

const CHART_SIZES = [0.5, 0.75, 1, 1.5, 2];

interface ChosenActorProps {
  readonly actor: InspectedActor;
  readonly chartSize: number | 'fit';
  readonly onResize: (size: number | 'fit') => void;
}

function ChosenActor({ actor, chartSize, onResize }: ChosenActorProps) {
  const { name, machine, state, tags, crash } = actor;
  return (
    <section aria-label={`${name} ${machine === undefined ? 'effect' : 'machine'}`}>
      <h3>
        {name}{' '}
        <code>
          <StatePath text={state} />
        </code>
      </h3>
      {crash !== undefined && (
        <p className="inspector-crash">
          {crash.state === '' ? `It crashed: ${crash.message}` : `It crashed in ${crash.state}: ${crash.message}`}
        </p>
      )}
      {tags.length > 0 && <p className="inspector-note">tagged {tags.join(', ')}</p>}
      {machine !== undefined && (
        <>
          <select
            aria-label="Size of the statechart"
            value={chartSize}
            onChange={({ currentTarget: { value } }) => onResize(value === 'fit' ? value : Number(value))}
          >
            <option value="fit">Fit</option>
            {CHART_SIZES.map((size) => (
              <option key={size} value={size}>{`${size * 100} %`}</option>
            ))}
          </select>
          <ErrorBoundary key={machine.id} part="The statechart">
            <Suspense fallback={<p className="inspector-note">Drawing the statechart</p>}>
              <Statechart
                machine={machine}
                actor={crash === undefined ? actor : { ...actor, state: 'no state, because it has crashed' }}
                size={chartSize}
              />
            </Suspense>
          </ErrorBoundary>
        </>
      )}
    </section>
  );
}

/** A collapsible view of plain data as formatted JSON. */
function Data({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <details className="inspector-data">
      <summary>{name}</summary>
      {/* Keyboard users must be able to focus a scrollable region (WCAG 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="group" aria-label={name}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}
