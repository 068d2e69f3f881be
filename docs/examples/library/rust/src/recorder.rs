// SPDX-License-Identifier: Apache-2.0
//! Sampling a running process with dtrace, bpftrace or perf.
use crate::ffi::*;
use crate::{c_string, call, Context, Error, Profile};
use std::mem::{size_of, zeroed};
use std::ptr::null_mut;

/// One call of a stack.
#[derive(Debug, Clone)]
pub struct Frame {
    pub function: String,
    pub module: String,
    pub address: u64,
}

/// What a thread was doing when it was sampled.
#[derive(Debug, Clone)]
pub struct RecordedSample {
    pub process_id: i64,
    pub thread_id: i64,
    /// Since 1970-01-01 UTC.
    pub timestamp_ns: i64,
    /// From the root to the leaf.
    pub frames: Vec<Frame>,
}

/// Records this process. Dropped at any moment, it stops the tracer.
pub struct Recorder(*mut pc_recorder);

unsafe impl Send for Recorder {}

impl Drop for Recorder {
    fn drop(&mut self) {
        unsafe { pc_recorder_free(self.0) }
    }
}

impl Recorder {
    /// `backend`: "auto", "dtrace", "bpftrace" or "perf".
    pub fn new(backend: &str, frequency: u32) -> Result<Recorder, Error> {
        let backend = c_string(backend)?;
        let mut options: pc_recorder_options = unsafe { zeroed() };
        options.size = size_of::<pc_recorder_options>();
        options.backend = backend.as_ptr();
        options.frequency = frequency;
        let mut made = null_mut();
        call(|error| unsafe { pc_recorder_create(&options, &mut made, error) })?;
        Ok(Recorder(made))
    }

    /// Returns once the tracer traces.
    pub fn start(&mut self) -> Result<(), Error> {
        call(|error| unsafe { pc_recorder_start(self.0, error) })
    }

    /// What was not taken is still there.
    pub fn stop(&mut self) -> Result<(), Error> {
        call(|error| unsafe { pc_recorder_stop(self.0, error) })
    }

    /// The samples since the last call, as a profile for any writer.
    pub fn take(&mut self) -> Result<Profile, Error> {
        let context = Context::new()?;
        let mut set = null_mut();
        call(|error| unsafe { pc_recorder_take(self.0, context.0, &mut set, error) })?;
        Ok(Profile(set))
    }

    pub fn take_samples(&mut self) -> Result<Vec<RecordedSample>, Error> {
        self.take()?.recorded_samples()
    }
}

/// The entry of a table, as the function that gives it fills it in.
macro_rules! entry {
    ($type:ty, $function:ident, $set:expr, $id:expr) => {{
        let mut found: $type = unsafe { zeroed() };
        found.size = size_of::<$type>();
        call(|error| unsafe { $function($set, $id, &mut found, error) })?;
        found
    }};
}

struct Cursor(*mut pc_cursor);

impl Drop for Cursor {
    fn drop(&mut self) {
        unsafe { pc_cursor_free(self.0) }
    }
}

/// The number of a row; a column without data has the default in all of them.
fn at<T: Copy + Default>(column: &pc_column, row: usize) -> T {
    if column.data.is_null() {
        return T::default();
    }
    unsafe { *((column.data as *const u8).add(row * column.stride) as *const T) }
}

impl Profile {
    pub fn recorded_samples(&self) -> Result<Vec<RecordedSample>, Error> {
        let mut all = Vec::new();
        let mut profiles = 0;
        call(|error| unsafe { pc_profile_count(self.0, &mut profiles, error) })?;
        for profile in 0..profiles {
            let mut cursor = Cursor(null_mut());
            call(|error| unsafe { pc_cursor_create(self.0, profile, 0, &mut cursor.0, error) })?;
            loop {
                let mut rows: pc_samples = unsafe { zeroed() };
                rows.size = size_of::<pc_samples>();
                call(|error| unsafe { pc_cursor_next(cursor.0, &mut rows, error) })?;
                if rows.count == 0 {
                    break;
                }
                for row in 0..rows.count {
                    let thread = entry!(pc_thread, pc_thread_at, self.0, at(&rows.thread, row));
                    all.push(RecordedSample {
                        process_id: thread.pid,
                        thread_id: thread.tid,
                        timestamp_ns: at(&rows.start_ns, row),
                        frames: self.frames(at(&rows.stack, row))?,
                    });
                }
            }
        }
        Ok(all)
    }

    fn frames(&self, stack: u32) -> Result<Vec<Frame>, Error> {
        const ROOT_FIRST: i32 = 0;
        let mut ids = vec![0; 256];
        let mut count = 0;
        call(|error| unsafe {
            pc_stack_frames(
                self.0,
                stack,
                ROOT_FIRST,
                ids.as_mut_ptr(),
                ids.len(),
                &mut count,
                error,
            )
        })?;
        ids.truncate(count);
        ids.into_iter().map(|id| self.frame(id)).collect()
    }

    fn frame(&self, id: u32) -> Result<Frame, Error> {
        let frame = entry!(pc_frame, pc_frame_at, self.0, id);
        let function = entry!(pc_function, pc_function_at, self.0, frame.function);
        let mapping = entry!(pc_mapping, pc_mapping_at, self.0, frame.mapping);
        Ok(Frame {
            function: self.string(function.name)?,
            module: self.string(mapping.file)?,
            address: frame.address,
        })
    }

    fn string(&self, id: u32) -> Result<String, Error> {
        let mut found: pc_string = unsafe { zeroed() };
        call(|error| unsafe { pc_string_at(self.0, id, &mut found, error) })?;
        if found.size == 0 {
            return Ok(String::new());
        }
        let bytes = unsafe { std::slice::from_raw_parts(found.data as *const u8, found.size) };
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }
}
