import { useSelector } from '@xstate/react';
import { Suspense, type ReactNode } from 'react';
import type { ActorRefFrom, AnyStateMachine } from 'xstate';
import {
  inspectorFailures,
  selectActors,
  selectAnnouncement,
  selectChosen,
  selectSteps,
  type inspectorMachine,
} from '#machines/inspectorMachine.ts';
import { Button } from '../components/Button.tsx';
import { visuallyHidden } from '../styles/visuallyHidden.css.ts';
import { ActorList } from './ActorList.tsx';
import { ActiveStates } from './ActiveStates.tsx';
import { Data } from './Data.tsx';
import { Dotted } from './Dotted.tsx';
import { EventLog } from './EventLog.tsx';
import * as css from './InspectorPanel.css.ts';
import { Part } from './Part.tsx';
import { PossibleEvents } from './PossibleEvents.tsx';
import { RecordingPart } from './RecordingPart.tsx';
import { secondsText } from './secondsText.ts';
import { Statechart } from './Statechart.tsx';

interface InspectorPanelProps {
  readonly inspector: ActorRefFrom<typeof inspectorMachine>;
  readonly machineOf: (actorId: number | undefined) => AnyStateMachine | undefined;
  /** What the panel stands beside: the product itself if nothing else is said. */
  readonly kind?: string;
  /** What leads through a replay or to other states; none beside the product itself. */
  readonly controls?: ReactNode;
}

const NOT_RUNNING = 'The chosen actor does not run now. Choose another, or a step of it in the event log.';

/** The product's machines as they run, to be looked at and not to be acted upon. */
export function InspectorPanel({ inspector, machineOf, kind = 'Live', controls }: InspectorPanelProps) {
  const { send } = inspector;
  const snapshot = useSelector(inspector, (current) => current);
  const { lookedAt, chosenId } = snapshot.context;
  const chosen = selectChosen(snapshot);
  const machine = machineOf(chosenId);
  const isWhole = snapshot.matches({ chart: 'whole' });
  const isListingChosen = snapshot.matches({ log: 'chosen' });
  const isStreaming = snapshot.matches({ stream: 'streaming' });

  if (snapshot.matches({ panel: 'minimised' })) {
    return (
      <section className={css.tab} aria-label="Inspector">
        <Button data-home variant="primary" aria-expanded={false} onClick={() => send({ type: 'panel.open' })}>
          Inspector
        </Button>
      </section>
    );
  }

  return (
    <section className={css.panel} aria-label="Inspector">
      <header className={css.header}>
        <h2 data-home tabIndex={-1} className={css.title} aria-keyshortcuts="F6">
          Inspector
        </h2>
        {lookedAt === undefined ? (
          <p className={css.now}>{kind}</p>
        ) : (
          <>
            <p className={css.past}>Looking at {secondsText(lookedAt.at)}</p>
            <Button variant="primary" onClick={() => send({ type: 'moment.return' })}>
              Back to now
            </Button>
          </>
        )}
        <div className={css.end}>
          <Button variant="text" aria-expanded onClick={() => send({ type: 'panel.minimise' })}>
            Minimise
          </Button>
        </div>
      </header>
      <p role="status" className={visuallyHidden}>
        {selectAnnouncement(snapshot)}
      </p>
      <div className={css.body}>
        {controls}
        <ActorList
          actors={selectActors(snapshot)}
          chosenId={chosenId}
          onChoose={(actorId) => send({ type: 'actor.choose', actorId })}
        />
        {chosen === undefined ? (
          <p className={css.note}>{chosenId !== undefined && NOT_RUNNING}</p>
        ) : (
          <section className={css.part} aria-label={`${chosen.name} ${chosen.kind}`}>
            <div className={css.row}>
              <h3 className={css.heading}>
                {chosen.name}{' '}
                <span className={css.state}>
                  <Dotted text={chosen.state} />
                </span>
              </h3>
              {machine !== undefined && (
                <div className={css.end}>
                  <Button
                    aria-pressed={isWhole}
                    onClick={() => send({ type: isWhole ? 'chart.showDetail' : 'chart.showWhole' })}
                  >
                    Whole chart
                  </Button>
                  <Button onClick={() => send({ type: 'machine.copy' })}>
                    {snapshot.matches({ copying: 'copied' }) ? 'Copied' : 'Copy machine'}
                  </Button>
                </div>
              )}
            </div>
            {snapshot.matches({ copying: 'failed' }) && <p className={css.note}>{inspectorFailures.copying}</p>}
            {machine !== undefined && (
              <Suspense fallback={<p className={css.note}>Drawing the statechart</p>}>
                <Statechart machine={machine} actor={chosen} whole={isWhole} />
              </Suspense>
            )}
            <ActiveStates actor={chosen} />
          </section>
        )}
        <Part
          title="Events"
          aside={
            <Button
              aria-pressed={isListingChosen}
              onClick={() => send({ type: isListingChosen ? 'log.showAll' : 'log.showChosen' })}
            >
              Only the chosen actor
            </Button>
          }
        >
          <EventLog
            steps={selectSteps(snapshot)}
            lookedAt={lookedAt}
            onLook={(step) => send({ type: 'moment.look', step })}
          />
          {lookedAt !== undefined && <Data of={`Event ${lookedAt.event.type}`} value={lookedAt.event.data} />}
        </Part>
        {chosen !== undefined && (
          <section className={css.part} aria-label={`Details of ${chosen.name}`}>
            {chosen.kind === 'machine' && <PossibleEvents actor={chosen} />}
            <Data of={`Data of ${chosen.name}`} value={chosen.data} />
          </section>
        )}
        <RecordingPart snapshot={snapshot} send={send} isRecorded={controls === undefined} />
        <footer className={css.part}>
          <Button
            aria-describedby="stately-note"
            onClick={() => send({ type: isStreaming ? 'stream.stop' : 'stream.start' })}
          >
            {isStreaming ? 'Stop streaming to the Stately inspector' : 'Stream to the Stately inspector'}
          </Button>
          <p id="stately-note" className={css.note}>
            {snapshot.matches({ stream: 'failed' })
              ? inspectorFailures.stream
              : 'Opens stately.ai in a window and sends it every step, without passwords and tokens. Until then nothing leaves this page.'}
          </p>
        </footer>
      </div>
    </section>
  );
}
