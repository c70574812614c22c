import { read } from "xlsx";
import { insertCustomersInBulk } from "../../../local-store/data/bulk-insert.ts";
import { signedInCalls } from "../../support/calls.ts";
import { HOSTILE_CELLS } from "../../support/hostile-cells.ts";
import { refreshMirror } from "../../support/people.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { readResultFile } from "../support/export-file.ts";
import { signIn } from "../support/flags.ts";
import { type BackroomPromise, finding, type Scale } from "../support/promise.ts";

/** How many people with hostile names, each exported in four ways. */
const PEOPLE: Record<Scale, number> = { small: 60, full: 2_000 };

export const exportsOfHostileCells: BackroomPromise = {
  id: "R15",
  title: "exports of names, tags and fields such as =1+1, +1, @x, tab",
  async test(shop, scale) {
    await signIn([shop.token("1")]);
    await addHostilePeople(shop, PEOPLE[scale]);
    const calls = await signedInCalls(shop);
    const { toXlsx } = await import("~/platform/sheets/workbook");
    const students = { params: { status: "approved" }, query: {} } as const;
    const names = await namesInMirror();

    // Narrowed, because a whole run has more students by then than one answer may have rows.
    const body = { searchType: "Email", searchValue: "r15." } as const;
    const answer = await calls.exports.student.rows({ ...students, body });
    const inBrowser = toXlsx({
      ...answer.frame,
      rows: answer.data.map((row) => answer.frame.columns.map(({ title }) => row[title] ?? "")),
    });
    const jobs = [
      await calls.exports.student.start(students),
      // The search is shown above the rows.
      await calls.exports.student.start({ ...students, body: { searchType: "Email", searchValue: "=" } }),
    ];
    const files: [Uint8Array, string[]][] = [[new Uint8Array(inBrowser), names]];
    for (const { jobId } of jobs)
      files.push([await readResultFile(jobId), jobId === jobs[0]?.jobId ? names : []]);
    files.push([await resultRows(calls, jobs[0]?.jobId ?? ""), []]);

    const found = { formulas: 0, changed: 0, cells: 0 };
    for (const [file, expected] of files) {
      const cells = cellsOf(file);
      found.cells += cells.length;
      found.formulas += cells.filter((cell) => cell.f !== undefined || cell.t === "e").length;
      const texts = new Set(cells.map((cell) => cell.v));
      found.changed += expected.filter((name) => !texts.has(name)).length;
    }
    return finding(`${PEOPLE[scale]} people, ${files.length} files, ${found.cells} cells`, {
      "live formulas": found.formulas,
      "texts that came out changed": found.changed,
    });
  },
};

/** Approved students whose names and tags are hostile, in the store and in the mirror. */
async function addHostilePeople({ localStore: { store } }: TestShop, count: number): Promise<void> {
  const hostile = (index: number) => HOSTILE_CELLS[index % HOSTILE_CELLS.length] ?? "";
  await insertCustomersInBulk(
    store,
    DEMO,
    Array.from({ length: count }, (_, index) => ({
      first_name: hostile(index),
      last_name: `${hostile(index + 7)} R15`,
      email: `r15.${index}@students.example`,
      tags: ["Approved", "UserType:Student", hostile(index + 3).trim() || "=1", "crm_id:=1+1"],
      created_at: new Date(Date.UTC(2026, 5, 1) + index * 1_000),
    })),
  );
  const { rows } = await store.pool.query<{ id: number }>(
    "SELECT id FROM customers WHERE shop = $1 AND email LIKE 'r15.%' ORDER BY id",
    [DEMO],
  );
  await refreshMirror(rows.map(({ id }) => Number(id)));
}

async function namesInMirror(): Promise<string[]> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ display_name: string }>(
    "SELECT display_name FROM customers WHERE shop = $1 AND email LIKE 'r15.%'",
    [DEMO],
  );
  return rows.map((row) => row.display_name);
}

/** The rows of a job as Jobs saves them, with hostile words in every text. */
async function resultRows(
  calls: Awaited<ReturnType<typeof signedInCalls>>,
  jobId: string,
): Promise<Uint8Array> {
  const [{ sheetOf }, { toXlsx }] = await Promise.all([
    import("~/functions/jobs/sheet"),
    import("~/platform/sheets/workbook"),
  ]);
  const { rows } = await calls.jobs.resultRows({ id: jobId });
  const hostile = HOSTILE_CELLS.flatMap((text) =>
    rows.map((row) => ({ ...row, label: text, message: text })),
  );
  return new Uint8Array(toXlsx(sheetOf("=1+1", hostile)));
}

interface Cell {
  t: string;
  v: unknown;
  f?: string;
}

function cellsOf(file: Uint8Array): Cell[] {
  const book = read(file, { cellFormula: true });
  return Object.values(book.Sheets).flatMap((sheet) =>
    Object.entries(sheet)
      .filter(([address]) => !address.startsWith("!"))
      .map(([, cell]) => cell as Cell),
  );
}
