//! What a person downloads: the program with the page inside, its manual pages and shell completions, the
//! licences of everything in it, and a list of that for machines.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::parts::{self, Part};
use crate::tool::{Chore, cargo, root, run};

/// The target whose programs need nothing of the system they run on, where it can be built for.
const STATIC: &str = "x86_64-unknown-linux-musl";

/// Makes `target/release-files/` with an archive and its checksum; from `program`, or from one that is built.
pub(crate) fn make(program: Option<&str>) -> Chore {
    let (program, target) = match program {
        Some(program) => (PathBuf::from(program), host()?),
        None => build()?,
    };
    let files = root().join("target/release-files");
    let name = format!("gokaku-{}-{target}", version(&program)?);
    let folder = files.join(&name);
    // What an earlier attempt has left must not get in.
    let _ = fs::remove_dir_all(&folder);
    create(&folder)?;
    copy(&program, &folder.join("gokaku"))?;
    run(Command::new("strip").arg(folder.join("gokaku")))?;
    for file in ["README.md", "README.ja.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root().join(file), &folder.join(file))?;
    }
    copy(&root().join("docs/operating.md"), &folder.join("operating.md"))?;
    for service in ["gokaku.service", "gokaku-worker.service"] {
        copy(&root().join("deploy/systemd").join(service), &folder.join(service))?;
    }
    run(Command::new(folder.join("gokaku")).arg("generate").arg(&folder))?;
    let parts = parts::inside()?;
    write(&folder.join("THIRD-PARTY-LICENSES.txt"), &licences(&parts)?)?;
    write(&folder.join("sbom.cdx.json"), &bill_of_materials(&program, &parts)?)?;
    let archive = format!("{name}.tar.gz");
    // The same files give the same archive, whoever packs them, and when.
    let packed = run(Command::new("tar")
        .args(["--create", "--gzip", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"])
        .args(["--mtime=@0", "--file", &archive, &name])
        .current_dir(&files));
    packed?;
    let sums = output(Command::new("sha256sum").arg(&archive).current_dir(&files))?;
    write(&files.join(format!("{archive}.sha256")), &sums)?;
    eprintln!("xtask: {} parts in {}", parts.len(), files.join(&archive).display());
    Ok(())
}

/// Builds the program with its page; for [`STATIC`] where that is installed with a C compiler of its own.
fn build() -> Result<(PathBuf, String), String> {
    crate::page::build()?;
    let installed =
        output(Command::new("rustup").args(["target", "list", "--installed"])).unwrap_or_default();
    let has_compiler =
        Command::new("musl-gcc").arg("--version").output().is_ok_and(|done| done.status.success());
    let mut building = cargo();
    building.args(["build", "--release", "--locked", "--package", "gokaku"]);
    if installed.lines().any(|line| line == STATIC) && has_compiler {
        run(building.args(["--target", STATIC]))?;
        return Ok((root().join("target").join(STATIC).join("release/gokaku"), STATIC.to_owned()));
    }
    eprintln!("xtask: not static: found no {STATIC} (rustup target add {STATIC}, and Debian's musl-tools)");
    run(&mut building)?;
    Ok((root().join("target/release/gokaku"), host()?))
}

/// The target that is built for when none is named.
fn host() -> Result<String, String> {
    let text = output(Command::new("rustc").arg("-vV"))?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "found no host in what rustc -vV says".to_owned())
}

/// The version that a program says it has.
fn version(program: &Path) -> Result<String, String> {
    let said = output(Command::new(program).arg("--version"))?;
    let version = said.split_whitespace().nth(1).map(|word| word.trim_end_matches(',').to_owned());
    version.ok_or_else(|| format!("found \"{said}\", expected gokaku and a version"))
}

/// The texts of all licences, each followed by those to whom it applies.
fn licences(parts: &[Part]) -> Result<String, String> {
    let mut by_text: BTreeMap<String, Vec<&Part>> = BTreeMap::new();
    let mut without = Vec::new();
    for part in parts {
        let texts = part.licence_texts()?;
        if texts.is_empty() {
            without.push(part);
        }
        for text in texts {
            by_text.entry(text).or_default().push(part);
        }
    }
    let list = |parts: &[&Part]| {
        parts
            .iter()
            .map(|part| format!("{} {} ({})\n", part.name, part.version, part.licence))
            .collect::<String>()
    };
    let mut all = "What is inside gokaku besides its own code, by the text of its licence.\n".to_owned();
    for (text, parts) in &by_text {
        all += &format!("\n{}\n{}\n{}\n", "=".repeat(78), list(parts), text.trim_end());
    }
    if !without.is_empty() {
        all +=
            &format!("\n{}\nWithout a text of their own, under the licence that is named:\n", "=".repeat(78));
        all += &list(&without);
    }
    Ok(all)
}

/// A list of the parts as CycloneDX 1.5 (ECMA-424).
fn bill_of_materials(program: &Path, parts: &[Part]) -> Result<String, String> {
    let component = |part: &Part| {
        serde_json::json!({
            "type": "library",
            "bom-ref": part.address(),
            "name": part.name,
            "version": part.version,
            "licenses": [{"expression": part.licence}],
            "purl": part.address(),
        })
    };
    let bill = serde_json::json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "gokaku",
                "name": "gokaku",
                "version": version(program)?,
                "licenses": [{"expression": "MIT OR Apache-2.0"}],
            },
        },
        "components": parts.iter().map(component).collect::<Vec<Value>>(),
    });
    serde_json::to_string_pretty(&bill).map_err(|error| error.to_string())
}

fn create(folder: &Path) -> Chore {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn copy(from: &Path, to: &Path) -> Chore {
    fs::copy(from, to).map(drop).map_err(|error| format!("{}: {error}", from.display()))
}

fn write(path: &Path, text: &str) -> Chore {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// What a command prints.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let done = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !done.status.success() {
        return Err(format!("{command:?}: {}", String::from_utf8_lossy(&done.stderr).trim()));
    }
    String::from_utf8(done.stdout).map_err(|error| format!("{command:?}: {error}"))
}
