import { checkSubject } from "./language/check-subject.ts";
import { listNewCommits } from "./language/list-new-commits.ts";
import { root } from "./source/list-files.ts";

// Checks the subjects of all commits after the one that added this file.
const commits = listNewCommits(root, "tools/check-commits.ts");
if (commits === undefined) {
  console.log("Commit subjects were not checked: this clone is shallow.");
} else {
  const faults = commits.flatMap(({ hash, subject }) =>
    checkSubject(subject).map((fault) => `${hash.slice(0, 9)} "${subject}": ${fault}`),
  );
  for (const fault of faults) console.error(fault);
  console.log(`${commits.length} commit subjects checked, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
