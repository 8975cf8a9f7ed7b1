import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const COUNT = 10;

/** Prints at the end of a run which tests took longest, in seconds: what to look at before the run takes too long. */
export default class Slowest implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules
      .flatMap((module) => [...module.children.allTests()])
      .map((test) => ({ test, seconds: (test.diagnostic()?.duration ?? 0) / 1000 }))
      .filter(({ seconds }) => seconds > 0)
      .toSorted((one, other) => other.seconds - one.seconds)
      .slice(0, COUNT);
    if (tests.length < COUNT) return;
    const lines = tests.map(({ test, seconds }) => {
      const file = relative(test.project.config.root, test.module.moduleId);
      return `${seconds.toFixed(1).padStart(6)} s  ${file} > ${test.name}\n`;
    });
    process.stdout.write(`\nThe ${COUNT} slowest tests:\n${lines.join('')}`);
  }
}
