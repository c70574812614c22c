/** Run by child.test.ts as a child process. Its argument is the behavior. */
const behaviour = process.argv[2];

if (behaviour === "never-starts") {
  process.stderr.write("DATABASE_URL is missing\n");
  process.exit(1);
}
process.on("SIGTERM", () => process.exit(0));
if (behaviour === "starts-forever") process.stdout.write("starting\n");
else process.send?.({ ready: true });
process.on("disconnect", () => process.exit(0));
if (behaviour === "keeps-dying") setTimeout(() => process.exit(3), 20);
