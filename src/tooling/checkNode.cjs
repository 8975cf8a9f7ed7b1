// Plain JavaScript, so that every Node can run it: an older one cannot read the sources and would print only a stack.
const OLDEST = 26;

const [major] = process.versions.node.split('.').map(Number);
if (major < OLDEST) {
  process.stderr.write(
    `Nobar Now needs Node ${OLDEST}, but this is Node ${process.versions.node}: run npm ci on this machine, without --omit=optional, which installs Node ${OLDEST} as a package\n`,
  );
  process.exit(1);
}
