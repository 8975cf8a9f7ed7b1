import type { Moment } from '../../recording/replayRecording.ts';
import type { DrawnState } from '../../states/drawnStates.ts';
import { createStage, type Stage } from './createStage.ts';

/** A stage that shows one state, as a moment before and after which there is nothing. */
export function stageState(window: Window, { pathname, search, machines, now }: DrawnState): Stage {
  const place = { pathname, search };
  const moment: Moment = { input: { is: 'moved', at: 0, place }, place, machines };
  const stage = createStage(window, moment, now);
  stage.show(moment);
  return stage;
}
