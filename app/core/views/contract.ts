import { z } from "zod";
import { call } from "~/platform/contract/call";
import { VIEW_NAME_LENGTH } from "~/platform/list";
import { viewQuery } from "./query";

const list = z.string().max(40, "must be the name of a list");
const id = z.uuid("must be the id of a saved view");
const name = z
  .string()
  .trim()
  .min(1, "Enter a name for the view.")
  .max(VIEW_NAME_LENGTH, `must be at most ${VIEW_NAME_LENGTH} characters`);

/** A saved view as its owner sees it. */
export const savedView = z.object({ id: z.string(), name: z.string(), query: z.string() });

/** The calls about saved views of lists. Each administrator has their own. */
export const viewsContract = {
  list: call("signed-in")
    .route({ method: "GET", path: "/views/{list}", summary: "One's own saved views of a list" })
    .input(z.object({ list }))
    .output(z.object({ views: z.array(savedView) })),
  save: call("signed-in")
    .route({ method: "POST", path: "/views/{list}", summary: "Save a view of a list", successStatus: 201 })
    .input(z.object({ list, name, query: viewQuery }))
    .output(savedView),
  rename: call("signed-in")
    .route({ method: "PATCH", path: "/views/{id}", summary: "Give one's saved view another name" })
    .input(z.object({ id, name }))
    .output(savedView),
  remove: call("signed-in")
    .route({ method: "DELETE", path: "/views/{id}", summary: "Remove one's saved view" })
    .input(z.object({ id }))
    .output(savedView),
};
