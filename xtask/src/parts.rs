//! Other people's code that is inside the program: crates, and the packages whose code is in the page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::release::output;
use crate::tool::{cargo, root};

/// Packages of which the page holds code. What else is in `package.json` only builds or tests it.
const IN_PAGE: [&str; 2] = ["svelte", "uplot"];

/// What files with licences are called.
const LICENCE_FILES: [&str; 5] = ["license", "licence", "copying", "notice", "unlicense"];

/// Something inside the program that is not ours.
pub(crate) struct Part {
    /// `cargo` or `npm`.
    registry: &'static str,
    pub(crate) name: String,
    pub(crate) version: String,
    /// An SPDX expression.
    pub(crate) licence: String,
    folder: PathBuf,
}

impl Part {
    /// Its address among all packages (a package URL).
    pub(crate) fn address(&self) -> String {
        format!("pkg:{}/{}@{}", self.registry, self.name, self.version)
    }

    /// The texts of its licences, as it carries them.
    pub(crate) fn licence_texts(&self) -> Result<Vec<String>, String> {
        let failed = |error| format!("{}: {error}", self.folder.display());
        let mut paths = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy().to_lowercase();
            if LICENCE_FILES.iter().any(|begin| name.starts_with(begin)) && entry.path().is_file() {
                paths.push(entry.path());
            }
        }
        paths.sort();
        let read = |path: &PathBuf| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        paths.iter().map(read).collect::<Result<_, _>>().map_err(failed)
    }
}

/// Everything, in order.
pub(crate) fn inside() -> Result<Vec<Part>, String> {
    let mut parts = crates()?;
    parts.extend(packages()?);
    Ok(parts)
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

/// The crates that the program is linked from on this machine, build scripts and tests left out.
fn crates() -> Result<Vec<Part>, String> {
    let host = output(cargo().args(["--version", "--verbose"]))?;
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default().to_owned();
    let arguments = ["metadata", "--format-version", "1", "--locked", "--filter-platform"];
    let metadata = output(cargo().args(arguments).arg(host))?;
    let metadata: Value =
        serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let nodes: BTreeMap<String, Value> =
        list(&metadata["resolve"]["nodes"]).into_iter().map(|node| (text(&node, "id"), node)).collect();
    let packages: BTreeMap<String, Value> =
        list(&metadata["packages"]).into_iter().map(|package| (text(&package, "id"), package)).collect();
    let ours = packages.values().find(|package| package["name"] == "gokaku");
    let ours = ours.ok_or("found no package gokaku in what cargo metadata says")?;
    let (mut waiting, mut reached) = (vec![text(ours, "id")], BTreeSet::new());
    while let Some(id) = waiting.pop() {
        let Some(node) = nodes.get(&id).filter(|_| reached.insert(id.clone())) else { continue };
        for dependency in list(&node["deps"]) {
            // A kind of `null` is what the program itself uses.
            if list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null()) {
                waiting.push(text(&dependency, "pkg"));
            }
        }
    }
    let others =
        reached.iter().filter_map(|id| packages.get(id)).filter(|package| !package["source"].is_null());
    let part = |package: &Value| Part {
        registry: "cargo",
        name: text(package, "name"),
        version: text(package, "version"),
        licence: text(package, "license").replace('/', " OR "),
        folder: PathBuf::from(text(package, "manifest_path")).parent().map(PathBuf::from).unwrap_or_default(),
    };
    Ok(others.map(part).collect())
}

/// The packages of the page, as they were installed to build it.
fn packages() -> Result<Vec<Part>, String> {
    let part = |name: &&str| {
        let folder = root().join("web/node_modules").join(name);
        let path = folder.join("package.json");
        let failed = |error: String| format!("{}: {error}; cargo xtask page installs it", path.display());
        let package = fs::read_to_string(&path).map_err(|error| failed(error.to_string()))?;
        let package: Value = serde_json::from_str(&package).map_err(|error| failed(error.to_string()))?;
        let [name, version, licence] = ["name", "version", "license"].map(|key| text(&package, key));
        Ok(Part { registry: "npm", name, version, licence, folder })
    };
    IN_PAGE.iter().map(part).collect()
}
