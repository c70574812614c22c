/** Run by embedded-postgres.test.ts as a process of its own, so that it can be killed: starts the server and holds on to it. */
import { startEmbeddedPostgres } from "../../../server/embedded-postgres.ts";

const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? "" });
process.send?.({ url: await postgres.createDatabase("shop") });
process.on("disconnect", () => void postgres.stop().then(() => process.exit(0)));
