// SPDX-License-Identifier: Apache-2.0
//! Heap profiles of DHAT as pprof, profiles from samples of the caller, and samples of the running program.
mod ffi;
mod recorder;

pub use recorder::{Frame, RecordedSample, Recorder};

use ffi::*;
use std::ffi::{c_char, c_void, CString};
use std::mem::{size_of, zeroed};
use std::ptr::{addr_of, null, null_mut};

/// What the library reports, in one line.
#[derive(Debug)]
pub struct Error(String);

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// Makes a call, and an `Error` of its failure.
fn call(work: impl FnOnce(*mut pc_error) -> pc_status) -> Result<(), Error> {
    let mut error: pc_error = unsafe { zeroed() };
    error.size = size_of::<pc_error>();
    if work(&mut error) == PC_OK {
        return Ok(());
    }
    let end = error
        .message
        .iter()
        .position(|&byte| byte == 0)
        .unwrap_or(0);
    Err(Error(
        String::from_utf8_lossy(&error.message[..end]).into_owned(),
    ))
}

fn c_string(text: &str) -> Result<CString, Error> {
    CString::new(text).map_err(|_| Error(format!("{text:?} has a zero byte")))
}

fn view(text: &str) -> pc_string {
    pc_string {
        data: text.as_ptr() as *const c_char,
        size: text.len(),
    }
}

struct Context(*mut pc_context);

impl Context {
    fn new() -> Result<Context, Error> {
        let mut made = null_mut();
        call(|error| unsafe { pc_context_create(null(), &mut made, error) })?;
        Ok(Context(made))
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        unsafe { pc_context_free(self.0) }
    }
}

/// Profiles that never change.
pub struct Profile(*mut pc_set);

unsafe impl Send for Profile {}
unsafe impl Sync for Profile {}

impl Drop for Profile {
    fn drop(&mut self) {
        unsafe { pc_set_free(self.0) }
    }
}

impl Profile {
    fn info(&self) -> Result<pc_profile, Error> {
        let mut info: pc_profile = unsafe { zeroed() };
        info.size = size_of::<pc_profile>();
        call(|error| unsafe { pc_profile_at(self.0, 0, &mut info, error) })?;
        Ok(info)
    }

    pub fn command(&self) -> Result<String, Error> {
        let command = self.info()?.command;
        let bytes = unsafe { std::slice::from_raw_parts(command.data as *const u8, command.size) };
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }

    pub fn sample_count(&self) -> Result<u64, Error> {
        Ok(self.info()?.sample_count)
    }

    /// Writes any format that profconv has, by its name.
    pub fn write(&self, to: &str, path: &str) -> Result<(), Error> {
        let (to, path) = (c_string(to)?, c_string(path)?);
        let mut output: pc_output = unsafe { zeroed() };
        output.size = size_of::<pc_output>();
        output.path = path.as_ptr();
        output.to = to.as_ptr();
        let context = Context::new()?;
        call(|error| unsafe { pc_write(context.0, self.0, &output, null_mut(), error) })
    }
}

/// Reads a heap profile of DHAT; `inuse_*` are each site's own maximum.
pub fn read_dhat(path: &str) -> Result<Profile, Error> {
    let (path, from, setting) = (
        c_string(path)?,
        c_string("dhat")?,
        c_string("dhat.inuse=site-max")?,
    );
    let settings = [setting.as_ptr()];
    let mut input: pc_input = unsafe { zeroed() };
    input.size = size_of::<pc_input>();
    input.path = path.as_ptr();
    let options = pc_read_options {
        size: size_of::<pc_read_options>(),
        from: from.as_ptr(),
        settings: settings.as_ptr(),
        setting_count: settings.len(),
        keep_order: 0,
    };
    let context = Context::new()?;
    let mut set = null_mut();
    call(|error| unsafe { pc_read(context.0, &input, &options, &mut set, error) })?;
    Ok(Profile(set))
}

/// The value types called `types`, in this order, and the one that viewers show first.
pub fn convert_profile(
    heap: &Profile,
    types: &[&str],
    default_type: &str,
) -> Result<Profile, Error> {
    let names = types
        .iter()
        .map(|name| c_string(name))
        .collect::<Result<Vec<_>, _>>()?;
    let pointers: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
    let default_type = c_string(default_type)?;
    let transforms = pc_transforms {
        size: size_of::<pc_transforms>(),
        only: null(),
        rate: null(),
        types: pointers.as_ptr(),
        type_count: pointers.len(),
        default_type: default_type.as_ptr(),
    };
    let context = Context::new()?;
    let mut set = null_mut();
    call(|error| unsafe { pc_transform(context.0, heap.0, &transforms, &mut set, error) })?;
    Ok(Profile(set))
}

/// Writes pprof, compressed by gzip.
pub fn write_pprof(profile: &Profile, path: &str) -> Result<(), Error> {
    profile.write("pprof", path)
}

/// Converts a file of DHAT to pprof with the four value types that dhat-pprof has.
pub fn convert(input: &str, output: &str) -> Result<(), Error> {
    let types = [
        "alloc_objects",
        "alloc_space",
        "inuse_objects",
        "inuse_space",
    ];
    write_pprof(
        &convert_profile(&read_dhat(input)?, &types, "inuse_space")?,
        output,
    )
}

/// One sample of the caller: when, for how long, and in which stack.
#[repr(C)]
pub struct Sample {
    pub start_ns: i64,
    pub cpu_ns: i64,
    pub stack: u32,
}

/// Builds a profile of CPU time.
pub struct Builder(*mut pc_builder);

impl Drop for Builder {
    fn drop(&mut self) {
        unsafe { pc_builder_free(self.0) }
    }
}

impl Builder {
    pub fn new(period_ns: i64) -> Result<Builder, Error> {
        let context = Context::new()?;
        let mut made = null_mut();
        call(|error| unsafe { pc_builder_create(context.0, 1, &mut made, error) })?;
        let builder = Builder(made);
        let mut profile: pc_profile = unsafe { zeroed() };
        profile.size = size_of::<pc_profile>();
        profile.period = period_ns;
        profile.period_type = view("cpu");
        profile.period_unit = view("nanoseconds");
        let cpu = pc_value_type {
            size: size_of::<pc_value_type>(),
            type_: view("cpu"),
            unit: view("nanoseconds"),
            aggregation: 0,
            scale: 0,
        };
        call(|error| unsafe {
            pc_builder_add_profile(builder.0, &profile, &cpu, 1, null_mut(), error)
        })?;
        Ok(builder)
    }

    /// The stack of `caller`, 0 for none, calling a function.
    pub fn call(&mut self, caller: u32, name: &str) -> Result<u32, Error> {
        let (mut function, mut frame): (pc_function, pc_frame) = unsafe { (zeroed(), zeroed()) };
        function.size = size_of::<pc_function>();
        frame.size = size_of::<pc_frame>();
        let (mut id, mut stack) = (0, 0);
        call(|error| unsafe { pc_builder_string(self.0, view(name), &mut function.name, error) })?;
        call(|error| unsafe {
            pc_builder_function(self.0, &function, &mut frame.function, error)
        })?;
        call(|error| unsafe { pc_builder_frame(self.0, &frame, &mut id, error) })?;
        call(|error| unsafe { pc_builder_child(self.0, caller, id, &mut stack, error) })?;
        Ok(stack)
    }

    /// Adds an array of structs; the library reads its columns where they are.
    pub fn add(&mut self, samples: &[Sample]) -> Result<(), Error> {
        if samples.is_empty() {
            return Ok(());
        }
        let first = samples.as_ptr();
        let column = |data: *const c_void| pc_column {
            data,
            stride: size_of::<Sample>(),
        };
        let values = column(unsafe { addr_of!((*first).cpu_ns) } as *const c_void);
        let mut rows: pc_samples = unsafe { zeroed() };
        rows.size = size_of::<pc_samples>();
        rows.count = samples.len();
        rows.stack = column(unsafe { addr_of!((*first).stack) } as *const c_void);
        rows.start_ns = column(unsafe { addr_of!((*first).start_ns) } as *const c_void);
        rows.values = &values;
        rows.value_count = 1;
        call(|error| unsafe { pc_builder_add_samples(self.0, 0, &rows, error) })
    }

    pub fn finish(self) -> Result<Profile, Error> {
        let mut set = null_mut();
        call(|error| unsafe { pc_builder_finish(self.0, &mut set, error) })?;
        Ok(Profile(set))
    }
}
