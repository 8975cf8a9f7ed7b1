/**
 * The distance of a slide from the middle of the carousel, in slides; negative on the left. In a carousel that loops, the shorter
 * way counts. `middle` is a fraction while the carousel moves.
 */
export function slideOffset(index: number, middle: number, count: number, goesRound: boolean): number {
  const steps = index - middle;
  return goesRound ? steps - Math.round(steps / count) * count : steps;
}
