import { type ContractCall, type ContractsOf, definePages } from "~/core/function-entry";
import { type CallOutput, callsOf } from "~/core/page-call";
import type { importsCalls } from "./calls.server";
import type { ImportJob } from "./ui/import-page-data";

/** The pages and routes of every import. A page needs the flag of its form, and each call checks it. */
export const importPages = definePages<{
  imports: typeof importsCalls;
  jobs: {
    detail: ContractCall<{ id: string }, ImportJob>;
    cancel: ContractCall<{ id: string }, { title: string }>;
    retry: ContractCall<{ id: string }, { rows: number; title: string }>;
  };
}>("signed-in");

/** Calls as the pages post them. */
export const importCall = callsOf(importPages);

/** The server's response to a new file. */
export type OpenedImport = CallOutput<ContractsOf<typeof importPages>, "imports.open">;
