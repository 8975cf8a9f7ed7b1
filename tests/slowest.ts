import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const COUNT = 10;

/** Prints the slowest tests and the slowest imports of test files at the end of a run, in seconds. */
export default class Slowest implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const slowest = modules
      .flatMap((module) => timesOf(module))
      .filter(({ milliseconds }) => milliseconds > 0)
      .toSorted((one, other) => other.milliseconds - one.milliseconds)
      .slice(0, COUNT);
    if (slowest.length < COUNT) return;
    const lines = slowest.map(
      ({ name, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${name}\n`,
    );
    process.stdout.write(`\nThe ${COUNT} slowest tests:\n${lines.join('')}`);
  }
}

function timesOf(module: TestModule) {
  const file = relative(module.project.config.root, module.moduleId);
  const tests = [...module.children.allTests()].map((test) => ({
    name: `${file} > ${test.name}`,
    milliseconds: test.diagnostic()?.duration ?? 0,
  }));
  return [...tests, { name: `${file}, loading`, milliseconds: module.diagnostic().collectDuration }];
}
