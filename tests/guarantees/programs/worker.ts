/** A worker beside the local store, as `npm start` runs one. Its parent sets the database, and may kill it at any time. */
import "../../../local-store/bridge/register.ts";

const { startWorker } = await import("~/worker.server");
await startWorker();
process.send?.("ready");
