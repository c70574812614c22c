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
  expect(await sendDocuments(documents, { send: engine.send, refused: [] })).toEqual({
    refused: [0, 250, 499].map((id) => ({ id, handle: `nut-${id}`, reason: `Solr refused: ${id} is wrong` })),
    unsent: [],
  });
  expect(engine.accepted).toEqual(documents.map(({ id }) => id).filter((id) => ![0, 250, 499].includes(id)));
  expect(engine.requests()).toBeLessThan(60);
});

test("an engine that refuses everything isn't asked for each product", async () => {
  const engine = engineWithout(...documents.map(({ id }) => id));
  const { refused, unsent } = await sendDocuments(documents, { send: engine.send, refused: [] });
  expect(refused.map(({ id }) => id)).toEqual(documents.slice(0, 20).map(({ id }) => id));
  expect(unsent).toEqual(documents.slice(20));
  expect(engine.requests()).toBeLessThan(60);
});

test("behind the most refused products, parts are sent that the engine accepts", async () => {
  const wrong = Array.from({ length: 21 }, (_unused, index) => index * 3);
  const engine = engineWithout(...wrong);
  const { refused, unsent } = await sendDocuments(documents, { send: engine.send, refused: [] });
  expect(refused).toHaveLength(20);
  expect(unsent.map(({ id }) => id)).toContain(60);
  expect(unsent.length).toBeLessThan(10);
  expect(engine.accepted).toHaveLength(documents.length - refused.length - unsent.length);
});

test("a refusal that isn't about the content is thrown", async () => {
  const send = () => Promise.reject(new Refusal(502, "SOLR_REFUSED", "Solr doesn't accept the user."));
  await expect(sendDocuments(documents, { send, refused: [] })).rejects.toThrow(
    "Solr doesn't accept the user.",
  );
});
