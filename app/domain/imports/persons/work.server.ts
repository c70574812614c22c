import { nationalImport, staffImport, studentImport } from "../kinds";
import type { ImportWork } from "../work.server";
import { comparePersons } from "./compare.server";
import { lookUpPersons } from "./look-up.server";
import { changesOf, NOBODY, planPerson } from "./plan";
import { undoPerson } from "./undo.server";
import { type PersonImport, writePerson } from "./write.server";

/** Rows that are persons: what they mean for the store's customers. */
const personWork = (what: PersonImport): ImportWork => ({
  kind: what.kind,
  compare: (tx, rows, administrator) => comparePersons(tx, rows, what.registers, administrator),
  created: (values) => changesOf(planPerson(NOBODY, values, what.registers)),
  lookUp: lookUpPersons,
  write: (row, context) => writePerson(what, row, context),
  undo: (row, context) => undoPerson(what, row, context),
});

export const studentWork = personWork({ kind: studentImport, registers: "student" });
export const staffWork = personWork({ kind: staffImport, registers: "staff" });
export const nationalWork = personWork({ kind: nationalImport, registers: null });
