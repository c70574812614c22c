import fs from "node:fs";
import type { ExampleRequest, ExampleRequests, Subject } from "./example-requests.ts";

/** Each area has the examples of its calls in `tests/integration/<area>/examples.ts`. */
async function readExamples(): Promise<Map<string, ExampleRequests[string]>> {
  const found = new Map<string, ExampleRequests[string]>();
  for (const path of fs.globSync("tests/integration/*/examples.ts")) {
    const file: { examples: ExampleRequests } = await import(/* @vite-ignore */ `${process.cwd()}/${path}`);
    for (const [name, example] of Object.entries(file.examples)) {
      if (found.has(name)) throw new Error(`The call ${name} has two examples, one in ${path}.`);
      found.set(name, example);
    }
  }
  return found;
}
const examples = await readExamples();

/** A valid request for a call. @throws for a call without an example */
export function exampleOf({ name }: { name: string }, subject: Subject): ExampleRequest {
  const example = examples.get(name);
  if (!example)
    throw new Error(
      `The call ${name} has no example request. Add one to tests/integration/<area>/examples.ts.`,
    );
  return example(subject);
}
