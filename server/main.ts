/**
 * The one program of production: `node build/server/index.js web`, `… worker`, or `… doctor`, which checks the installation.
 * It only starts one of them, so that a worker never loads the pages, and so that React reads NODE_ENV after it is set.
 */

// An empty variable means an unset one, as in every shell script that writes `SCOPES=`.
for (const [name, value] of Object.entries(process.env)) if (value === "") delete process.env[name];
process.env.NODE_ENV ??= "production";

const programs: Record<string, () => Promise<void>> = {
  // The environment first: the libraries' own complaints about it don't name the variables.
  web: async () => {
    (await import("./environment.ts")).webEnvironment(process.env);
    await (await import("./web.ts")).runWeb();
  },
  doctor: async () => {
    await (await import("./doctor.ts")).runDoctor();
  },
  worker: async () => {
    (await import("./environment.ts")).workerEnvironment(process.env);
    await (await import("./worker.ts")).runWorker();
  },
};

const name = process.argv[2] ?? "";
const program = programs[name];
if (!program) {
  process.stderr.write(`Specify the process to run: ${Object.keys(programs).join(", ")}.\n`);
  process.exit(2);
}
try {
  await program();
} catch (error) {
  process.stderr.write(`${name}: ${error instanceof Error ? error.message : error}\n`);
  if (process.env.LOG_LEVEL === "debug" && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(1);
}

export {};
