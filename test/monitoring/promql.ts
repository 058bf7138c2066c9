/** A metric that an expression reads, with the labels it selects by. */
export interface UsedMetric {
  readonly name: string;
  readonly labels: readonly string[];
}

/** The words of PromQL that our expressions use. Other words must be metrics. */
const words = new Set([
  "by",
  "changes",
  "histogram_quantile",
  "increase",
  "label_values",
  "max",
  "max_over_time",
  "min",
  "rate",
  "sum",
  "time",
  "topk",
]);

const name = "[a-zA-Z_:][\\w:]*";

/** Finds the metrics in an expression of PromQL. */
export const findMetrics = (expression: string): readonly UsedMetric[] => {
  // A string may contain anything; a selector then has labels only.
  const plain = expression.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\[[^\]]*\]/g, "");
  return plain.split(/\bor\b/).flatMap(findInOperand);
};

/** Finds the metrics of one operand of `or`, all of which have the labels it groups by. */
const findInOperand = (operand: string): readonly UsedMetric[] => {
  const grouped = [...operand.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = ""]) =>
    labels.split(/,\s*/),
  );
  const withoutGroups = operand.replace(/\bby \([^)]*\)/g, "");
  const found = withoutGroups.matchAll(new RegExp(`(${name})(?:\\{([^}]*)\\})?`, "g"));
  return [...found]
    .filter(([, word = ""]) => !words.has(word))
    .map(([, metric = "", selector = ""]) => ({
      name: metric,
      labels: [...selector.matchAll(new RegExp(`(${name})(?:=~|!~|!=|=)`, "g"))]
        .map(([, label = ""]) => label)
        .concat(grouped),
    }));
};
