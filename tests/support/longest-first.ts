import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Short files with long tests. Vitest begins with the largest files, so these would run last, on one core. They take 15 to 50 s.
 */
const SHORT_AND_SLOW = /integration\/(guarantees\/|lists\/plans|solrFilters\/killed-worker)/;

/** Looks at the pages that no other file has opened: the others look at theirs. */
const LAST = /e2e\/accessibility/;

/** Orders test files so that the workers end together: what takes longest comes first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification) =>
      SHORT_AND_SLOW.test(moduleId) ? 0 : LAST.test(moduleId) ? 2 : 1;
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
