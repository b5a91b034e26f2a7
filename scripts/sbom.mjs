// The bill of materials of what is bundled, as CycloneDX.
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';

/** JSON of it; `packages` are those of the notices. No time and no serial number: the same packages give the same bytes. */
export async function sbomOf({ name, version, license }, repository, packages) {
  const bom = new Models.Bom();
  const self = componentOf(Enums.ComponentType.Application, { name, version, license });
  self.externalReferences.add(
    new Models.ExternalReference(repository, Enums.ExternalReferenceType.VCS),
  );
  bom.metadata.component = self;
  for (const each of packages) bom.components.add(componentOf(Enums.ComponentType.Library, each));
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const text = new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 1 });
  return `${text}\n`;
}

function componentOf(type, { name, version, license }) {
  const [, group, rest = name] = /^@([^/]+)\/(.+)$/.exec(name) ?? [];
  const purl = `pkg:npm/${group === undefined ? '' : `%40${group}/`}${rest}@${version}`;
  const component = new Models.Component(type, rest, {
    version,
    bomRef: purl,
    purl,
    ...(group === undefined ? {} : { group: `@${group}` }),
  });
  const isOne = !/[ ()]/.test(license);
  component.licenses.add(
    isOne ? new Models.SpdxLicense(license) : new Models.LicenseExpression(license),
  );
  return component;
}
