/**
 * How many slides a slide lies from the one in the middle; negative on its left. In a carousel that goes round, the shorter
 * way. While the carousel moves, the middle lies between two slides.
 */
export function slideOffset(index: number, middle: number, count: number, goesRound: boolean): number {
  const steps = index - middle;
  return goesRound ? steps - Math.round(steps / count) * count : steps;
}
