import { expect, test } from "vitest";
import { ContentRefused } from "~/connectors/content-refused";
import type { SearchDocument } from "~/domain/search/search-document";
import { sendDocuments } from "~/domain/search/send-documents.server";
import { Refusal } from "~/platform/errors";

const documents = Array.from(
  { length: 500 },
  (_unused, id) => ({ id, handle: `nut-${id}` }) as SearchDocument,
);

/** An engine that refuses these products. */
function engineWithout(...ids: number[]) {
  const accepted: number[] = [];
  let requests = 0;
  const send = async (part: readonly SearchDocument[]) => {
    requests += 1;
    const wrong = part.find(({ id }) => ids.includes(id));
    if (wrong) throw new ContentRefused(502, "SOLR_REFUSED", `Solr refused: ${wrong.id} is wrong`);
    accepted.push(...part.map(({ id }) => id));
  };
  return { send, accepted, requests: () => requests };
}

test("all products but the refused ones are sent once, in few requests", async () => {
  const engine = engineWithout(0, 250, 499);
  const refused = await sendDocuments(documents, { system: "Solr", send: engine.send, refused: [] });
  expect(refused).toEqual(
    [0, 250, 499].map((id) => ({ id, handle: `nut-${id}`, reason: `Solr refused: ${id} is wrong` })),
  );
  expect(engine.accepted).toEqual(documents.map(({ id }) => id).filter((id) => ![0, 250, 499].includes(id)));
  expect(engine.requests()).toBeLessThan(60);
});

test("an engine that refuses everything isn't asked for each product", async () => {
  const engine = engineWithout(...documents.map(({ id }) => id));
  await expect(
    sendDocuments(documents, { system: "Solr", send: engine.send, refused: [] }),
  ).rejects.toMatchObject({
    status: 502,
    message: "Solr refuses more than 20 products, for example nut-20: Solr refused: 20 is wrong",
  });
  expect(engine.requests()).toBeLessThan(60);
});

test("a refusal that isn't about the content is thrown", async () => {
  const send = () => Promise.reject(new Refusal(502, "SOLR_REFUSED", "Solr does not accept the user."));
  await expect(sendDocuments(documents, { system: "Solr", send, refused: [] })).rejects.toThrow(
    "Solr does not accept the user.",
  );
});
