import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { checkSubject } from "./check-subject.ts";
import { findBannedPhrases } from "./find-banned-phrases.ts";
import { listNewCommits } from "./list-new-commits.ts";

// Blanks are inserted at run time, so that this file does not contain the phrases.
const sample = (text: string) => text.replaceAll("_", " ");
const found = (text: string) => findBannedPhrases(sample(text)).map(({ phrase }) => phrase);

describe("banned phrases", () => {
  test("finds each of them", () => {
    const text = "is_no exception, a-miss, me-nd it, a-new, put_by, to_be_had, was_told";
    assert.deepEqual(found(text.replaceAll("-", "")).length, 7);
  });

  test("finds a phrase that spans two lines of a comment", () => {
    assert.deepEqual(found("which is\n * no_exception"), [sample("is_no_exception")]);
    assert.deepEqual(found("is\n// no exception").length, 1);
  });

  test("allows there is no, is no longer, amend and recommend", () => {
    assert.deepEqual(found("There is_no session. It is_no longer valid. Amend, recommend."), []);
    assert.deepEqual(found("if there\n * is_no session"), []);
  });
});

describe("commit subjects", () => {
  const faults = (subject: string) => checkSubject(sample(subject)).length;

  test("accepts conventional subjects", () => {
    assert.equal(faults("fix(bank): hide private payments when PSU-Corporate-ID is sent"), 0);
    assert.equal(faults("feat(sandbox,ledger)!: delete customers with their accounts"), 0);
    assert.equal(faults("docs: explain the sessions"), 0);
    assert.equal(faults("refactor: move folders of every package"), 0);
    assert.equal(faults(`fix(bank): ${"a".repeat(61)}`), 0);
  });

  test("refuses another form, a missing scope, 73 characters and a banned phrase", () => {
    assert.equal(faults("Fix the bank"), 1);
    assert.equal(faults("fix(bank) hide payments"), 1);
    assert.equal(faults("fixed(bank): hide payments"), 1);
    assert.equal(faults("fix: hide payments"), 1);
    assert.equal(faults(`fix(bank): ${"a".repeat(62)}`), 1);
    assert.equal(faults("fix(bank): a PSU is_told so"), 1);
  });
});

describe("new commits", () => {
  const folder = mkdtempSync(join(tmpdir(), "varde-commits-"));
  after(() => rmSync(folder, { recursive: true }));
  const git = (...words: readonly string[]) => execFileSync("git", words, { cwd: folder });
  const commit = (file: string, subject: string) => {
    writeFileSync(join(folder, file), subject);
    git("add", file);
    const author = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
    git(...author, "commit", "--quiet", "--no-gpg-sign", "--message", subject);
  };

  test("are those after the commit that added the file", () => {
    git("init", "--quiet");
    commit("before", "first");
    commit("check", "second");
    commit("check", "third");
    commit("after", "fourth");
    const subjects = listNewCommits(folder, "check")?.map(({ subject }) => subject);
    assert.deepEqual(subjects, ["fourth", "third"]);
  });

  test("are unknown in a shallow clone", () => {
    const clone = join(folder, "clone");
    git("clone", "--quiet", "--depth=1", `file://${folder}`, clone);
    assert.equal(listNewCommits(clone, "check"), undefined);
  });
});
