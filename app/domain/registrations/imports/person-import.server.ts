import { type Compared, defineImport } from "~/core/imports/import-definition.server";
import type { ReadRow } from "~/core/imports/read-row";
import { lookUpPersons } from "~/domain/customers/imports/look-up-persons.server";
import { mayImport, NO_ACCESS } from "~/domain/customers/imports/same-value";
import { customerGid } from "~/domain/customers/mirror-row";
import { readTags } from "~/domain/customers/read-tags.server";
import type { PersonRecord } from "~/domain/customers/record-values";
import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { changesOf, NEW_PERSON, planPerson, type Registers, tagsProblem } from "./plan";
import { undoPerson } from "./undo-person.server";
import { type PersonImport, writePerson } from "./write-person.server";

/** An import of rows that are persons: what they mean for the store's customers. */
export const importedPersons = (what: PersonImport) =>
  defineImport({
    form: what.form,
    compare: (tx, rows, administrator) => comparePersons(tx, rows, what.registers, administrator),
    created: (values) => changesOf(planPerson(NEW_PERSON, values, what.registers)),
    write: (row, context) => writePerson(what, row, context),
    undo: (row, context) => undoPerson(what, row, context),
    lookUp: lookUpPersons,
    records: { gidOf: customerGid, findHidden, refusal: { field: "email", sentence: NO_ACCESS } },
  });

async function findHidden(
  tx: ShopTransaction,
  ids: readonly number[],
  administrator: Administrator,
): Promise<ReadonlySet<number>> {
  const tagsById = await readTags(tx, ids);
  return new Set([...tagsById].filter(([, tags]) => !mayImport(administrator, tags)).map(([id]) => id));
}

interface MirroredPerson {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  tags: string[];
  metafields: Record<string, string>;
  country_code: string | null;
  email_marketing_state: string | null;
}

/**
 * Compares rows with the mirror's customers, found by email address in one query. A row about a person that the administrator may not
 * see is refused and reveals nothing about them.
 */
async function comparePersons(
  tx: ShopTransaction,
  rows: readonly ReadRow[],
  registers: Registers,
  administrator: Administrator,
): Promise<Compared[]> {
  const emails = rows.flatMap(({ identity }) => (identity ? [identity] : []));
  const { rows: found } = await tx.$client.query<MirroredPerson>(
    `SELECT c.id, lower(c.email) AS email, c.first_name, c.last_name, c.tags, c.metafields, c.country_code, c.email_marketing_state
       FROM unnest($1::text[]) AS wanted(email) JOIN customers_of_shop c ON lower(c.email) = wanted.email`,
    [emails],
  );
  const personsByEmail = new Map(found.map((person) => [person.email, person]));
  return rows.map((row) => {
    const person = personsByEmail.get(row.identity ?? "");
    return person && !mayImport(administrator, person.tags) ? refuse(row) : compared(row, person, registers);
  });
}

const refuse = ({ problems }: ReadRow): Compared => ({
  verdict: "refused",
  customerId: null,
  changes: [],
  problems: [...problems, { field: "email", sentence: NO_ACCESS }],
});

function compared(row: ReadRow, found: MirroredPerson | undefined, registers: Registers): Compared {
  const customerId = found ? Number(found.id) : null;
  if (row.problems.length > 0) return { verdict: "refused", customerId, changes: [], problems: row.problems };
  const person = found ? recordOf(found) : NEW_PERSON;
  const sentence = tagsProblem(person, row.values, registers);
  if (sentence)
    return { verdict: "refused", customerId, changes: [], problems: [{ field: "tags", sentence }] };
  if (!found) return { verdict: "create", customerId, changes: [], problems: [] };
  const plan = planPerson(person, row.values, registers);
  const changes = changesOf(plan);
  return {
    verdict: changes.length > 0 ? "change" : "unchanged",
    customerId,
    changes,
    problems: plan.remarks,
  };
}

const recordOf = ({ first_name, last_name, tags, metafields, ...person }: MirroredPerson): PersonRecord => ({
  firstName: first_name,
  lastName: last_name,
  tags,
  metafields,
  countryCode: person.country_code,
  isSubscribed: person.email_marketing_state === "SUBSCRIBED",
});
