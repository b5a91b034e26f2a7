// Can the lab run here? Installs what it may; prints the sentence that says why not, with exit code 1. `npm test` asks before it
// runs the lab's tests.
import { prepareMachine } from './packages.ts';

const lacking = prepareMachine(false, console.error);
if (lacking !== undefined) {
  console.log(lacking);
  process.exitCode = 1;
}
