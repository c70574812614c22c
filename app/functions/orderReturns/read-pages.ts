/** A page of a connection. */
interface Page<Node> {
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** The items of a connection, page by page. @param after the cursor to begin after */
export async function readPages<Node>(
  readPage: (after: string | null) => Promise<Page<Node> | undefined>,
  after: string | null = null,
): Promise<Node[]> {
  const nodes: Node[] = [];
  for (let cursor = after, isLast = false; !isLast; ) {
    const page: Page<Node> | undefined = await readPage(cursor);
    nodes.push(...(page?.nodes ?? []));
    isLast = !page?.pageInfo.hasNextPage;
    cursor = page?.pageInfo.endCursor ?? null;
  }
  return nodes;
}
