import { defineImport } from "~/core/imports/import-handler.server";
import { lookUpPersons } from "~/domain/customers/imports/look-up-persons.server";
import { mayImport, NO_ACCESS } from "~/domain/customers/imports/same-value";
import { customerGid } from "~/domain/customers/mirror-row";
import { readTags } from "~/domain/customers/read-tags.server";
import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { comparePersons } from "./compare-persons.server";
import { changesOf, NEW_PERSON, planPerson } from "./plan";
import { undoPerson } from "./undo-person.server";
import { type PersonImport, writePerson } from "./write-person.server";

/** An import of rows that are persons: what they mean for the store's customers. */
export const importedPersons = (what: PersonImport) =>
  defineImport({
    kind: what.kind,
    compare: (tx, rows, administrator) => comparePersons(tx, rows, what.registers, administrator),
    created: (values) => changesOf(planPerson(NEW_PERSON, values, what.registers)),
    recordGid: customerGid,
    lookUp: lookUpPersons,
    write: (row, context) => writePerson(what, row, context),
    undo: (row, context) => undoPerson(what, row, context),
    access: { findHidden, refusal: { field: "email", sentence: NO_ACCESS } },
  });

async function findHidden(
  tx: ShopTransaction,
  ids: readonly number[],
  administrator: Administrator,
): Promise<ReadonlySet<number>> {
  const tagsById = await readTags(tx, ids);
  return new Set([...tagsById].filter(([, tags]) => !mayImport(administrator, tags)).map(([id]) => id));
}
