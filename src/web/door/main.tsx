import '../styles/fonts.css.ts';
import '../styles/theme.css.ts';
import '../styles/global.css.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { doorMachine } from '#machines/doorMachine.ts';
import { provideDoorEnvironment } from '#machines/doorEnvironment.ts';
import { DOOR } from '#domain/doorPath.ts';
import { base, language } from '#messages/language.ts';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { isInspected } from '../inspectorOptions/isInspected.ts';
import { createCamera } from './camera.ts';
import { createDoorEnvironment } from './createDoorEnvironment.ts';
import { DoorApp } from './DoorApp.tsx';
import { DoorContext } from './doorContext.ts';
import { focusByTyping } from './focusByTyping.ts';
import { followTheme } from './theme.ts';

const element = document.querySelector('#root');
if (element === null) throw new Error('index.html has no #root');

void openDoor(element);
// The browser may refuse; the page then loads from the network.
void navigator.serviceWorker?.register(`/door-worker-${language}.js`, { scope: base + DOOR }).catch(() => undefined);

/** A function, because an `await` at the top level would never end: the inspector’s script imports this one. */
async function openDoor(root: Element): Promise<void> {
  const camera = createCamera(window);
  const environment = createDoorEnvironment(window, camera);
  const inspect = await inspectorOf(environment.clock.now);
  const actor = createActor(doorMachine, { systemId: 'door', ...(inspect && { inspect }) });
  provideDoorEnvironment(actor, environment);
  actor.start();
  focusByTyping(document);
  const running = {
    actor,
    showCamera: camera.show,
    changeTheme: followTheme(window),
    zone: environment.clock.zone,
  };
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <DoorContext value={running}>
          <DoorApp />
        </DoorContext>
      </ErrorBoundary>
    </StrictMode>,
  );
}

async function inspectorOf(now: () => number) {
  if (!isInspected(window.location.search)) return undefined;
  const { inspectDoor } = await import('../inspectorOptions/inspectDoor.ts');
  return inspectDoor(window, now);
}
