/**
 * JSON Schemas of the Kubernetes objects, with the fields that our manifests use. A field that is
 * missing here is a typo, or has to be looked up in the API of Kubernetes and added.
 */
type Schema = Readonly<Record<string, unknown>>;

const text = { type: "string", minLength: 1 };
const count = { type: "integer", minimum: 1 };
const isTrue = { const: true };
const texts = { type: "object", additionalProperties: { type: "string" }, minProperties: 1 };

/** An object with these fields and no others. Names that end with a question mark are optional. */
const object = (fields: Readonly<Record<string, Schema>>): Schema => ({
  type: "object",
  additionalProperties: false,
  required: Object.keys(fields).filter((name) => !name.endsWith("?")),
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name.replace("?", ""), schema]),
  ),
});

const list = (items: Schema): Schema => ({ type: "array", minItems: 1, items });

const metadata = object({ "name?": text, labels: texts, "annotations?": texts });
const selector = object({ matchLabels: texts });
const quantity = { type: "string", pattern: "^[0-9]+(m|Mi|Gi)?$" };

/** Sources that are mounted as one folder. */
const projected = object({
  defaultMode: count,
  sources: list(
    object({
      "configMap?": object({ name: text }),
      "secret?": object({ name: text, items: list(object({ key: text, path: text })) }),
    }),
  ),
});

const probe = object({
  httpGet: object({ path: { type: "string", pattern: "^/" }, port: text }),
  periodSeconds: count,
  "timeoutSeconds?": count,
  failureThreshold: count,
});

const container = (more: Readonly<Record<string, Schema>>): Schema =>
  object({
    name: text,
    // A tag that never changes: no "latest".
    image: { type: "string", pattern: "^[a-z0-9./-]+:[0-9]+\\.[0-9]+\\.[0-9]+$" },
    args: list(text),
    "env?": list(object({ name: text, value: { type: "string" } })),
    "envFrom?": list(object({ secretRef: object({ name: text }) })),
    resources: object({
      requests: object({ cpu: quantity, memory: quantity }),
      limits: object({ "cpu?": quantity, memory: quantity }),
    }),
    securityContext: object({
      allowPrivilegeEscalation: { const: false },
      readOnlyRootFilesystem: isTrue,
      capabilities: object({ drop: { const: ["ALL"] } }),
    }),
    ...more,
  });

const podSpec = (more: Readonly<Record<string, Schema>>): Schema =>
  object({
    automountServiceAccountToken: { const: false },
    securityContext: object({
      runAsNonRoot: isTrue,
      runAsUser: count,
      runAsGroup: count,
      "fsGroup?": count,
      seccompProfile: object({ type: { const: "RuntimeDefault" } }),
    }),
    ...more,
  });

const manifest = (apiVersion: string, kind: string, spec: Schema): Schema =>
  object({ apiVersion: { const: apiVersion }, kind: { const: kind }, metadata, spec });

const deploymentSpec = object({
  replicas: count,
  strategy: object({
    type: { const: "RollingUpdate" },
    rollingUpdate: object({ maxSurge: count, maxUnavailable: { const: 0 } }),
  }),
  selector,
  template: object({
    metadata,
    spec: podSpec({
      terminationGracePeriodSeconds: count,
      topologySpreadConstraints: list(
        object({
          maxSkew: count,
          topologyKey: text,
          whenUnsatisfiable: { enum: ["DoNotSchedule", "ScheduleAnyway"] },
          labelSelector: selector,
        }),
      ),
      containers: list(
        container({
          ports: list(object({ name: text, containerPort: count })),
          startupProbe: probe,
          livenessProbe: probe,
          readinessProbe: probe,
          volumeMounts: list(object({ name: text, mountPath: text, readOnly: isTrue })),
        }),
      ),
      volumes: list(object({ name: text, projected })),
    }),
  }),
});

const jobSpec = object({
  backoffLimit: { type: "integer", minimum: 0 },
  ttlSecondsAfterFinished: count,
  template: object({
    metadata,
    spec: podSpec({
      restartPolicy: { enum: ["Never", "OnFailure"] },
      containers: list(container({})),
    }),
  }),
});

const serviceSpec = object({
  type: { enum: ["ClusterIP", "LoadBalancer"] },
  selector: texts,
  ports: list(object({ name: text, port: count, targetPort: text })),
});

/** The schema of each kind of object. */
export const manifestSchemas: Readonly<Record<string, Schema>> = {
  Deployment: manifest("apps/v1", "Deployment", deploymentSpec),
  Job: manifest("batch/v1", "Job", jobSpec),
  Service: manifest("v1", "Service", serviceSpec),
  PodDisruptionBudget: manifest(
    "policy/v1",
    "PodDisruptionBudget",
    object({ minAvailable: count, selector }),
  ),
};
