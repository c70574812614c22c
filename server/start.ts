/** `npm start`: runs the built app with everything that it needs on this machine, in one terminal. */
import path from "node:path";
import { startLocalMachine } from "./local-machine.ts";
import { runInTerminal, say } from "./process/terminal.ts";

const begun = performance.now();
const machine = await runInTerminal((canceled) => startLocalMachine("built", say, canceled));
if (machine) {
  say(`Started in ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
  say(`\nBackroom runs. Open ${machine.stack.localStoreUrl}/store/backroom-demo/apps/backroom`);
  say(`(logs in ${path.relative("", machine.stack.logsFolder)}, Ctrl-C stops everything)`);
}
