/** The tags of a customer or product, with forms that add and remove one. `base` is the path of the page. */
export function TagsCard({ base, tags }: { base: string; tags: string[] }) {
  return (
    <section className="card">
      <h2>Tags</h2>
      {tags.map((tag) => (
        <span className="tag" key={tag}>
          {tag}
          <form method="post" action={`${base}/tags/remove`}>
            <input type="hidden" name="tag" value={tag} />
            <button type="submit" aria-label={`Remove tag ${tag}`}>
              ✕
            </button>
          </form>
        </span>
      ))}
      <form className="toolbar actions" method="post" action={`${base}/tags/add`}>
        <input name="tag" required maxLength={255} aria-label="New tag" placeholder="New tag" />
        <button type="submit">Add tag</button>
      </form>
    </section>
  );
}
