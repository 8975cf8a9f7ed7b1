import * as messages from '#messages/door.ts';
import { Button } from '../components/Button.tsx';
import { useDoor, useRunningDoor } from './doorContext.ts';
import * as css from './door.css.ts';

/** The picture of the camera, or why there is none. */
export function Picture() {
  const { showCamera } = useRunningDoor();
  const [isWorking, send] = useDoor((snapshot) => snapshot.matches({ admitting: { camera: 'working' } }));
  const [reason] = useDoor(({ context }) => context.cameraFailure);

  if (isWorking)
    return <video ref={showCamera} className={css.picture} playsInline muted autoPlay aria-hidden="true" />;
  return (
    <div className={css.noPicture}>
      <p>{messages.cameraFailures[reason ?? 'failed']}</p>
      <Button onClick={() => send({ type: 'camera.retry' })}>{messages.startCamera}</Button>
    </div>
  );
}
