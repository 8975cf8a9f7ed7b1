import { useMachine } from '@xstate/react';
import { createRoot } from 'react-dom/client';
import { openInspector } from './inspector.ts';
import { kettle } from './machines.ts';

const options = await openInspector();

function Kettle() {
  const [snapshot, send] = useMachine(kettle, options);
  return <button onClick={() => send({ type: 'start' })}>{snapshot.value}</button>;
}

createRoot(document.body.appendChild(document.createElement('main'))).render(<Kettle />);
