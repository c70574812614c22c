// @ts-nocheck: plain JavaScript for a theme
// Shows the filters of a collection in a theme. Copy it into the theme's assets. storefront-filters.md says how.
// The filters are the value of the collection's metafield. It needs nothing else.

const quoted = (text) => `"${String(text).replace(/["\\]/g, "\\$&")}"`;

/**
 * The parameters of Solr's select handler.
 * @param filters of the metafield
 * @param handle of the collection
 * @param selection by the filter's name: the chosen options, or of a range { from, to }, for a price in cents
 */
export function solrParameters(filters, handle, selection = {}) {
  const parameters = new URLSearchParams({ q: "*:*", rows: "24", facet: "true", "facet.mincount": "1" });
  // Solr counts 100 values of a field otherwise.
  parameters.append("facet.limit", "-1");
  parameters.append("fq", `{!term f=collection_handles_ss}${handle}`);
  for (const [index, { name, field, fieldTo = field }] of filters.entries()) {
    // A filter's options are counted without what is chosen of itself, so that more of them can be chosen.
    const tag = `filter${index}`;
    parameters.append("facet.field", `{!ex=${tag}}${field}`);
    const narrow = (query) => parameters.append("fq", `{!tag=${tag}}${query}`);
    const chosen = selection[name];
    if (Array.isArray(chosen) && chosen.length > 0) narrow(`${field}:(${chosen.map(quoted).join(" OR ")})`);
    else if (chosen && !Array.isArray(chosen)) {
      // A product with several prices is shown when one of them may be in the range.
      if (chosen.to !== undefined) narrow(`${field}:[* TO ${chosen.to}]`);
      if (chosen.from !== undefined) narrow(`${fieldTo}:[${chosen.from} TO *]`);
    }
  }
  return parameters;
}

/** The filters with their options, in the order and with the captions that Backroom's SOLR Filters has. */
export function shownFilters(filters, { facet_counts: { facet_fields: facets } }) {
  return filters
    .filter(({ show }) => show)
    .map(({ name, field, overwrite, style, custom, counts, expand, options }) => {
      const settings = new Map(options.map((option) => [option.name, option]));
      const found = [];
      for (let at = 0; at < (facets[field] ?? []).length; at += 2) {
        const [value, count] = [String(facets[field][at]), facets[field][at + 1]];
        const option = settings.get(value);
        if (option?.show === false) continue;
        found.push({ value, caption: option?.overwrite || value, order: option?.order ?? 0, count });
      }
      found.sort((one, other) => one.order - other.order);
      const control = style === "Custom" ? custom : style;
      return { name, caption: overwrite || name, control, expand, counts, options: found };
    });
}

/** The filters and the products of a collection. @param search calls Solr with the parameters, through the shop's own proxy */
export async function readCollection(metafield, handle, selection, search) {
  const response = await search(solrParameters(metafield.filters, handle, selection));
  const { docs, numFound } = response.response;
  return { filters: shownFilters(metafield.filters, response), products: docs, total: numFound };
}
