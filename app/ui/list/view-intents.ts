/** The intents that saved views post to `/views`. The fields beside them are `list`, `id`, `name` and `query` as far as they apply. */
export const VIEW_INTENTS = { save: "views.save", rename: "views.rename", delete: "views.delete" } as const;
