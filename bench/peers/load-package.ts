/** A package of the peers. Its name is no literal and its type is told, so that nothing needs it to be installed. */
export async function loadPackage<Module>(name: string): Promise<Module> {
  return import(name);
}
