export { drawStatechart } from './statechart/drawStatechart.ts';
export { layOutStatechart, type Layout } from './statechart/layOutStatechart.ts';
export { machineGraph, statesWithin, type State } from './statechart/machineGraph.ts';
