import { parseRecording } from '../recording/recording.ts';
import { checkRecording } from '../replay/checkRecording.ts';
import type { Difference } from '../replay/differences.ts';
import { replayRecording, type ReplayedProduct } from '../replay/replayRecording.ts';
import { inWorld } from '../replay/replayWorld.ts';
import { eventLabel } from '../statechart/machineGraph.ts';
import type { ReplayedDifference, ReplayedVisit } from './inspectorMachine.ts';
import { createStepLog, type InspectedStep } from './stepLog.ts';

/** Replays a recording. Throws an error with a message for the user when the text is not a recording or the recording is empty. */
export function replayText(
  text: string,
  product: ReplayedProduct,
  shown: Parameters<typeof createStepLog>[1],
): ReplayedVisit {
  let at = 0;
  const log = createStepLog(() => at, { ...shown, machines: product.machines });
  const steps: InspectedStep[] = [];
  log.subscribe((more) => steps.push(...more));
  const recording = parseRecording(text);
  const { frames } = inWorld('recorded', recording, (world) =>
    replayRecording(recording, product, {
      inspect: log.inspect,
      onTime: (time) => {
        at = time;
        world.onTime?.(time);
      },
    }),
  );
  log.flush();
  if (frames.every(({ machines }) => machines.size === 0)) throw new Error('Nothing was recorded');
  const { verdict, notComparable, unrepeatable, differences } = checkRecording(text, product);
  const reasons = [
    ...notComparable,
    ...unrepeatable.map((name) => `${name} is not compared: it differs in every replay.`),
  ];
  return { steps, verdict, reasons, differences: differences.map(replayedDifference) };
}

/** The panel cuts longer values of a difference. */
const MAX_VALUE = 80;

function replayedDifference({ at, actor, event, parts }: Difference): ReplayedDifference {
  const changes = parts.map(({ name, recorded, today }) =>
    event === '' ? today : `${name} was ${shortened(recorded)} in the recording and is ${shortened(today)} now`,
  );
  return { at, actor, event, text: `${actor}${event === '' ? '' : `, ${eventLabel(event)}`}: ${changes.join('; ')}.` };
}

function shortened(text: string): string {
  return text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE)}…`;
}
